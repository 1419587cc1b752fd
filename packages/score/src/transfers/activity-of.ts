import type { ActivityFacts } from '../facts.ts'
import { dayOf, hourOf, type Transfer } from './transfer.ts'

/** Counts of a set of transfers. The order of the transfers does not matter. */
export function activityOf(transfers: readonly Transfer[]): ActivityFacts {
  const ins = transfers.filter(({ side }) => side === 'in')
  const outs = transfers.filter(({ side }) => side === 'out')
  const senders = countBy(ins, counterpartyOf)
  const recipients = countBy(outs, counterpartyOf)
  return {
    transfersIn: ins.length,
    transfersOut: outs.length,
    senders: senders.size,
    recipients: recipients.size,
    mutual: [...senders.keys()].filter((sender) => recipients.has(sender)).length,
    repeatSenders: repeated(senders),
    repeatRecipients: repeated(recipients),
    ...calendarOf(transfers, ins, outs),
  }
}

function calendarOf(all: readonly Transfer[], ins: readonly Transfer[], outs: readonly Transfer[]) {
  const days = countBy(all, dayOf)
  const daysIn = countBy(ins, dayOf)
  const daysOut = countBy(outs, dayOf)
  return {
    firstSeconds: all.reduce(
      (first, { seconds }) => Math.min(first, seconds),
      all[0]?.seconds ?? 0,
    ),
    lastSeconds: all.reduce((last, { seconds }) => Math.max(last, seconds), 0),
    activeDays: days.size,
    activeHours: countBy(all, hourOf).size,
    daysIn: daysIn.size,
    daysOut: daysOut.size,
    daysBoth: [...daysIn.keys()].filter((day) => daysOut.has(day)).length,
    busiestDay: [...days.values()].reduce((most, count) => Math.max(most, count), 0),
  }
}

function countBy<K>(transfers: readonly Transfer[], keyOf: (transfer: Transfer) => K | null) {
  const counts = new Map<K, number>()
  for (const transfer of transfers) {
    const key = keyOf(transfer)
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

function counterpartyOf({ counterparty }: Transfer): string | null {
  return counterparty
}

function repeated(counts: Map<unknown, number>): number {
  return [...counts.values()].filter((count) => count > 1).length
}
