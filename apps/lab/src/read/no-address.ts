import { toAddress } from '@app/values/address.ts'

/** Wallets of the research sets are accounts of another chain; the score does not look at the address. */
export const NO_ADDRESS = toAddress('0x0000000000000000')
