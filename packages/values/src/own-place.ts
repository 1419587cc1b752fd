/** Where money of an account lies that it has put away and that is its own still. */
export const OWN_PLACES = ['evm', 'staking', 'vault', 'child'] as const

export type OwnPlace = (typeof OWN_PLACES)[number]
