/** How an option's text is displayed: shortened, harmless, and with the matched part known. The value stays exact. */

/** The most characters of one option that are rendered. */
export const maxDisplayed = 300;

/**
 * A text that can be shown in a row. One character replaces one, so that positions hold: control characters become
 * their visible pictures, and the characters that break lines or reorder text (bidi embeddings, overrides, isolates), with
 * which a server could make a value read as another, or as several, become U+FFFD.
 */
export function displayText(option: string): string {
  let end = maxDisplayed;
  const last = option.charCodeAt(end - 1);
  if (last >= 0xd800 && last < 0xdc00) end--;
  const shown = option.length > maxDisplayed ? `${option.slice(0, end)}…` : option;
  return shown.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, (char) => {
    const code = char.charCodeAt(0);
    return code < 32 ? String.fromCharCode(0x2400 + code) : code === 127 ? '\u2421' : '\ufffd';
  });
}

/** Where `text` stands in `shown`, as [start, end): exactly, or else regardless of case. */
export function matchRange(shown: string, text: string): readonly [number, number] | undefined {
  if (text === '') return undefined;
  let start = shown.indexOf(text);
  if (start < 0) {
    const lower = shown.toLowerCase();
    // A few letters change their length with their case; positions in such a text would be wrong.
    if (lower.length === shown.length) start = lower.indexOf(text.toLowerCase());
  }
  return start < 0 ? undefined : [start, start + text.length];
}
