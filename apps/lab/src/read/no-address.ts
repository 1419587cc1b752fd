import { toAddress } from '@app/values/address.ts'

/** Address of the wallets of the research sets, which are from another chain. The score does not use it. */
export const NO_ADDRESS = toAddress('0x0000000000000000')
