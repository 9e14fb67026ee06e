/** How a check of the model test objects. */

export function must(condition: unknown, otherwise: string): asserts condition {
  if (!condition) throw new Error(otherwise);
}

export function equal(what: string, actual: unknown, expected: unknown): void {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is !== should) throw new Error(`${what}: ${is}, not ${should}`);
}
