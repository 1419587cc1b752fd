import type { Address } from '@app/values/address.ts'

/** Returns the id of the case of a freeze that no flag preceded; `number` counts the freezes of the address. */
export const buildFreezeCaseId = (address: Address, number: number): string =>
  `${address.slice(2)}-freeze-${number}`
