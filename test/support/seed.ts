/** One seed for every property where PROPERTY_SEED is set (CI: a failure there is the change's); else each run explores anew. */
import fc from 'fast-check';

const { PROPERTY_SEED } = process.env;
if (PROPERTY_SEED !== undefined) fc.configureGlobal({ seed: Number(PROPERTY_SEED) });
