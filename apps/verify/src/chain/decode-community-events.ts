import { CONTRACT_ADDRESSES } from '@app/contracts/addresses.generated.ts'
import { buildEventTypeId, type EventName } from '@app/contracts/build-event-type-id.ts'
import type { ChainEvent } from '@app/flow/read/chain.ts'
import type { CommunityReasonCode } from '@app/score/judgement.ts'
import { type Address, parseAddress } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'

/** A signed statement or a decision of the community about an address. */
export interface CommunityEvent {
  name: EventName
  address: Address
  /** Who reported or vouched; `null` for a decision. */
  author: Address | null
}

const REPORTED = 'DharmaReports.Reported'
const VOUCHED = 'DharmaReports.Vouched'

/** The events that show a reason; none for reports without a signature. */
export const COMMUNITY_EVENTS: Readonly<Record<CommunityReasonCode, readonly EventName[]>> = {
  visitor_reports: [],
  reports: [REPORTED],
  trusted_reports: [REPORTED],
  vouches: [VOUCHED],
  trusted_vouches: [VOUCHED],
  freezes: ['DharmaProtection.Frozen'],
  appeals_denied: ['DharmaProtection.AppealOpened'],
}

/** Decodes the events of a transaction by which the community spoke about an address. */
export function decodeCommunityEvents(
  events: readonly ChainEvent[],
  network: Network,
): CommunityEvent[] {
  if (CONTRACT_ADDRESSES[network].DharmaReports === undefined) return []
  const names = [...new Set(Object.values(COMMUNITY_EVENTS).flat())]
  const nameByType = new Map(names.map((name) => [buildEventTypeId(name, network), name]))
  return events.flatMap(({ type, fields }) => {
    const name = nameByType.get(type)
    const address = parseAddress(String(fields.address))
    if (name === undefined || address === null) return []
    return [{ name, address, author: parseAddress(String(fields.reporter ?? fields.voucher)) }]
  })
}
