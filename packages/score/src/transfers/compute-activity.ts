import type { ActivityFacts } from '../facts.ts'
import { type Transfer, toDay, toHour } from './transfer.ts'

/** Counts of a set of transfers. The order of the transfers does not matter. */
export function computeActivity(transfers: readonly Transfer[]): ActivityFacts {
  const ins = transfers.filter(({ direction }) => direction === 'in')
  const outs = transfers.filter(({ direction }) => direction === 'out')
  const senders = countBy(ins, selectCounterparty)
  const recipients = countBy(outs, selectCounterparty)
  return {
    transfersIn: ins.length,
    transfersOut: outs.length,
    senders: senders.size,
    recipients: recipients.size,
    mutual: [...senders.keys()].filter((sender) => recipients.has(sender)).length,
    repeatSenders: countRepeated(senders),
    repeatRecipients: countRepeated(recipients),
    ...computeCalendar(transfers, ins, outs),
  }
}

function computeCalendar(
  all: readonly Transfer[],
  ins: readonly Transfer[],
  outs: readonly Transfer[],
) {
  const days = countBy(all, toDay)
  const daysIn = countBy(ins, toDay)
  const daysOut = countBy(outs, toDay)
  return {
    firstSeconds: all.reduce(
      (first, { seconds }) => Math.min(first, seconds),
      all[0]?.seconds ?? 0,
    ),
    lastSeconds: all.reduce((last, { seconds }) => Math.max(last, seconds), 0),
    activeDays: days.size,
    activeHours: countBy(all, toHour).size,
    daysIn: daysIn.size,
    daysOut: daysOut.size,
    daysBoth: [...daysIn.keys()].filter((day) => daysOut.has(day)).length,
    busiestDay: [...days.values()].reduce((most, count) => Math.max(most, count), 0),
  }
}

function countBy<K>(transfers: readonly Transfer[], selectKey: (transfer: Transfer) => K | null) {
  const counts = new Map<K, number>()
  for (const transfer of transfers) {
    const key = selectKey(transfer)
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

function selectCounterparty({ counterparty }: Transfer): string | null {
  return counterparty
}

function countRepeated(counts: Map<unknown, number>): number {
  return [...counts.values()].filter((count) => count > 1).length
}
