import type { Address } from '@app/values/address.ts'
import ical, { ICalAlarmType } from 'ical-generator'
import type { ProposalView } from '../../governance/read-proposals.ts'

/** An hour before the end of the voting. */
const ALARM_SECONDS = 3_600

/**
 * Builds a calendar with the end of the voting on each open proposal, in iCalendar format (RFC
 * 5545). A proposal is the same event in every calendar of the address.
 */
export function buildVoteCalendar(
  proposals: readonly ProposalView[],
  { address, network }: { address: Address; network: string },
): string {
  const calendar = ical({ name: 'Dharma Guard votes', ttl: ALARM_SECONDS })
  for (const { row, ballot, now } of proposals) {
    const end = new Date(ballot.votingEndsAt * 1000)
    const event = calendar.createEvent({
      id: `proposal-${ballot.id}-${network}-${address}@dharma-guard`,
      stamp: new Date(now * 1000),
      start: end,
      end,
      summary: `Voting ends: ${row.title}`,
      description: `Proposal #${ballot.id}. ${row.description}`,
    })
    event.createAlarm({ type: ICalAlarmType.display, triggerBefore: ALARM_SECONDS })
  }
  return calendar.toString()
}
