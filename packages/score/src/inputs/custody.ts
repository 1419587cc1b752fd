import type { Facts } from '../facts.ts'
import type { InputGroup } from './inputs.ts'
import type { DataAmounts } from './minimum-data.ts'

/** With how few partners one of them may stand for many: the merchant of a market, or a custodian. */
const FEW_PARTNERS = 2

/** What the number of partners and their habits says. */
const PARTNER_GROUPS: readonly InputGroup[] = ['repeat_business', 'fan_in', 'fan_out']

/** Whether every transaction of the wallet was proposed by others, as by a custodian for its customers. */
export const isOperated = ({ custody }: Facts): boolean => (custody?.operated ?? 0) > 0

/**
 * Lists the groups of inputs that are not held against the wallet: what its few partners look like, where these
 * stand for many accounts, or where others act for it. Contact with listed accounts, and what happens to the
 * money, count as ever.
 */
export function listForgivenGroups(facts: Facts, { partners }: DataAmounts): readonly InputGroup[] {
  if (facts.custody === undefined || partners > FEW_PARTNERS) return []
  return isOperated(facts) || facts.custody.hubs > 0 ? PARTNER_GROUPS : []
}
