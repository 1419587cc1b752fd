import { computeAddressAtIndex } from '@app/values/account-index.ts'
import type { Address } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'
import { ApiFailure } from '../failures/api-failure.ts'

/** Parses a cursor: the account index of the last address, which is shorter than the address. */
export function parseIndexCursor(cursor: string, network: Network): Address {
  try {
    return computeAddressAtIndex(Number(cursor), network)
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    const message = 'cursor must be the nextCursor of an earlier answer'
    throw new ApiFailure('invalid_request', { message })
  }
}
