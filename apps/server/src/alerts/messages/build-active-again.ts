import type { AlertMessage } from '@app/api/schemas/alert/alert-data.ts'
import type { Address } from '@app/values/address.ts'
import { buildMessage } from './build-message.ts'
import type { LinkBuilder } from './links.ts'

const DAY_MS = 86_400_000

/** Block times of the last activity of an account, as known before and now; Unix milliseconds. */
export interface NewActivity {
  address: Address
  beforeMs: number
  lastMs: number
}

/** Builds the message that a dormant account is active again. */
export function buildActiveAgain(
  { address, beforeMs, lastMs }: NewActivity,
  links: LinkBuilder,
): AlertMessage<'wallet.active_again'> {
  return buildMessage('wallet.active_again', lastMs, {
    address,
    lastActiveAt: new Date(beforeMs).toISOString(),
    activeAt: new Date(lastMs).toISOString(),
    quietDays: Math.floor((lastMs - beforeMs) / DAY_MS),
    links: { wallet: links.wallet(address) },
  })
}
