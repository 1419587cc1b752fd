import type { Address } from '@app/values/address.ts'
import { isFlowVault } from '@app/values/tokens/flow-vault.ts'
import type { TokenEvent } from './decode-token-transfers.ts'

/**
 * FLOW that FlowTransactionScheduler charged for a scheduled transaction, or refunded at its
 * cancellation.
 */
export interface SchedulerFee {
  /** Index of the event Scheduled or Canceled, which follows the token events of its fees. */
  eventIndex: number
  direction: 'into' | 'out of'
  units: bigint
}

/**
 * Returns the indexes of the token events that moved these fees into or out of the scheduler's
 * account: for each fee, the last event with its amount before it. Other payments to that account
 * are not included; on some networks it is the service account.
 */
export function findFeeEvents(
  events: readonly TokenEvent[],
  fees: readonly SchedulerFee[],
  scheduler: Address,
): Set<number> {
  const found = new Set<number>()
  for (const fee of fees) {
    const event = events.findLast(
      (event) => !found.has(event.eventIndex) && isFeeEvent(event, fee, scheduler),
    )
    if (event !== undefined) found.add(event.eventIndex)
  }
  return found
}

function isFeeEvent(event: TokenEvent, fee: SchedulerFee, scheduler: Address): boolean {
  const account = event.kind === 'deposited' ? event.to : event.from
  return (
    event.kind === (fee.direction === 'into' ? 'deposited' : 'withdrawn') &&
    account === scheduler &&
    event.eventIndex < fee.eventIndex &&
    event.units === fee.units &&
    isFlowVault(event.token)
  )
}
