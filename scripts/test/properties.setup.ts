// Each test file draws the examples of its properties from one seed, the same in every run: PROPERTY_SEED draws others,
// and more of them.

import fc from 'fast-check'

const { PROPERTY_SEED } = process.env

fc.configureGlobal(
  PROPERTY_SEED === undefined
    ? { seed: 1, numRuns: 100 }
    : { seed: Number(PROPERTY_SEED), numRuns: 600 },
)
