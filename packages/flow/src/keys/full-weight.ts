/** Total weight of the keys that must sign for an account. Source: Flow's account keys. */
export const FULL_WEIGHT = 1000
