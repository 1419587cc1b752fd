// Each test file draws its properties from this seed: the same in every run, unless PROPERTY_SEED names another.

import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) })
