import { isEvmAddress, shortenParty } from '@app/values/evm-address.ts'
import { shortenAddress } from './format.ts'

/** Shortens an account, or an address of the EVM, which it says: 'EVM 0x71c7...976f'. */
export const formatParty = (address: string): string =>
  isEvmAddress(address) ? `EVM ${shortenParty(address)}` : shortenAddress(address)
