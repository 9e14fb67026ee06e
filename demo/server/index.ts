/**
 * createDemoServer: a real MCP server with everything a completion client meets. Runs in a page over an in-memory
 * transport, and in Node over HTTP.
 */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { createDemoControls, type DemoControls } from './controls.js';
import { registerPrompts } from './prompts.js';
import { registerResources } from './resources.js';

export { createDemoControls, type DemoControls } from './controls.js';

/** One server for one connection. Several may share their controls. */
export function createDemoServer(controls: DemoControls = createDemoControls()): McpServer {
  const server = new McpServer(
    { name: 'completion-demo', title: 'Completion demo', version: '1.0.0' },
    { instructions: 'Prompts and resource templates whose arguments complete in every way a server may.' },
  );
  registerPrompts(server, controls);
  registerResources(server, controls);
  return server;
}
