/** The public names of `mcp-completion-engine/devtools`: a panel for developers. */
export { type CompletionDevtools, showCompletionDevtools } from './show-devtools.js';
