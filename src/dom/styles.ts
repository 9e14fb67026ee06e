/** Only what the list needs to work without a stylesheet; looks are custom properties with system colours. */
const option = {
  display: 'block',
  boxSizing: 'border-box',
  // The least that a finger hits (WCAG 2.5.8).
  minHeight: '24px',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  textTransform: 'none',
  unicodeBidi: 'isolate',
  // A stack of combining marks must not paint over the next row.
  overflow: 'clip',
  color: '',
  background: '',
} as const;

/** By the CSSOM's names, set property by property: a strict content security policy forbids style attributes. */
export const styles = {
  popup: {
    boxSizing: 'border-box',
    position: 'fixed',
    inset: 'auto',
    left: '0px',
    top: '0px',
    zIndex: '2147483647',
    margin: '0px',
    padding: '0px',
    overflow: 'hidden',
    color: 'var(--mcp-completion-color, CanvasText)',
    background: 'var(--mcp-completion-background, Canvas)',
    border: 'var(--mcp-completion-border, 1px solid GrayText)',
  },
  listbox: {
    position: 'relative',
    margin: '0px',
    padding: '0px',
    overflow: 'auto',
    overscrollBehavior: 'contain',
  },
  option,
  activeOption: {
    ...option,
    color: 'var(--mcp-completion-active-color, HighlightText)',
    background: 'var(--mcp-completion-active-background, Highlight)',
  },
  announcer: {
    position: 'absolute',
    width: '1px',
    height: '1px',
    margin: '-1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
} as const;
