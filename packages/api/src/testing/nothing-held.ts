import type { Protection } from '../schemas/protection.ts'

/** Returns the protection of a wallet against which nothing stands. */
export const buildNothingHeld = (address = '0x179b6b1cb6755e31'): Protection => ({
  address,
  accusation: null,
  flag: null,
  freeze: null,
  appeals: [],
  labels: [],
  clearing: [],
  remedies: [],
  recovery: null,
})
