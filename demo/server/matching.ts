/** How this server finds values: the four ways that real servers use. Pure functions over lists of strings. */

/** Values that start with `text`, whatever the case, in the list's order. */
export function byPrefix(values: readonly string[], text: string): string[] {
  const start = text.toLowerCase();
  return values.filter((value) => value.toLowerCase().startsWith(start));
}

/** Values that contain `text`, whatever the case: those that start with it first. */
export function bySubstring(values: readonly string[], text: string): string[] {
  const part = text.toLowerCase();
  const found = values.filter((value) => value.toLowerCase().includes(part));
  return [
    ...found.filter((value) => value.toLowerCase().startsWith(part)),
    ...found.filter((value) => !value.toLowerCase().startsWith(part)),
  ];
}

/**
 * Values that hold the letters of `text` in order, best first: runs, and letters that begin a word, count for more;
 * among equals the shorter name wins.
 */
export function bySubsequence(values: readonly string[], text: string): string[] {
  return values
    .map((value) => ({ value, score: subsequenceScore(value, text) }))
    .filter(({ score }) => score > Number.NEGATIVE_INFINITY)
    .sort((a, b) => b.score - a.score || a.value.length - b.value.length || (a.value < b.value ? -1 : 1))
    .map(({ value }) => value);
}

function subsequenceScore(value: string, text: string): number {
  // Preferring the beginnings of words can run past a letter that is needed; the first occurrences never do.
  return Math.max(scoreBy(wordFirst, value, text), scoreBy(firstOccurrence, value, text));
}

type Finder = (value: string, letters: string, wanted: string, from: number) => number;

const firstOccurrence: Finder = (_value, letters, wanted, from) => letters.indexOf(wanted, from);

const wordFirst: Finder = (value, letters, wanted, from) => {
  if (letters[from] === wanted) return from;
  const word = wordStart(value, letters, wanted, from);
  return word === -1 ? letters.indexOf(wanted, from) : word;
};

function scoreBy(find: Finder, value: string, text: string): number {
  const letters = value.toLowerCase();
  let score = 0;
  let from = 0;
  for (const wanted of text.toLowerCase()) {
    const at = find(value, letters, wanted, from);
    if (at === -1) return Number.NEGATIVE_INFINITY;
    if (at === from) score += 3;
    if (at === wordStart(value, letters, wanted, at)) score += 4;
    score -= Math.min(at - from, 4) / 4;
    from = at + 1;
  }
  return score;
}

/** Where, from `from` on, a word begins with this letter: after a separator, or a capital within a name. */
function wordStart(value: string, letters: string, wanted: string, from: number): number {
  for (let at = letters.indexOf(wanted, from); at !== -1; at = letters.indexOf(wanted, at + 1)) {
    const before = value[at - 1];
    if (before === undefined || /[^a-z0-9]/i.test(before)) return at;
    if (/[A-Z]/.test(value[at]!) && /[a-z0-9]/.test(before)) return at;
  }
  return -1;
}

/** The children of the folder that `text` is in, one level deep, whose path starts with `text`. Folders end in "/". */
export function byLevel(paths: readonly string[], text: string): string[] {
  const children = new Set<string>();
  for (const path of paths) {
    if (!path.startsWith(text)) continue;
    const end = path.indexOf('/', text.length);
    children.add(end === -1 ? path : path.slice(0, end + 1));
  }
  return [...children].sort((a, b) => Number(b.endsWith('/')) - Number(a.endsWith('/')) || (a < b ? -1 : 1));
}
