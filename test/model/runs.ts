/** How often the model test runs, and from which seed: MODEL_RUNS, MODEL_SEED and MODEL_PATH say otherwise. */
import fc from 'fast-check';

export interface Runs {
  readonly numRuns: number;
  readonly seed: number;
  readonly path?: string;
}

export function runsOf(byDefault: number, share = 1): Runs {
  const { MODEL_RUNS, MODEL_SEED, MODEL_PATH } = process.env;
  const numRuns = MODEL_RUNS === undefined ? byDefault : Math.max(1, Math.ceil(Number(MODEL_RUNS) * share));
  const seed = MODEL_SEED === undefined ? Date.now() & 0x7fffffff : Number(MODEL_SEED);
  return { numRuns, seed, ...(MODEL_PATH !== undefined && { path: MODEL_PATH }) };
}

/** Runs a property; whatever comes of it, its seed is told. */
export async function holds<T>(
  name: string,
  property: fc.IAsyncProperty<T>,
  { path, ...runs }: Runs,
): Promise<void> {
  const told = () => console.log(`${name}: ${runs.numRuns} runs, MODEL_SEED=${runs.seed}`);
  try {
    await fc.assert(property, { ...runs, ...(path !== undefined && { path }), endOnFailure: false });
  } finally {
    told();
  }
}
