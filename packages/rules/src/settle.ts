import { getProtectionState, type ProtectionRecord } from './protection-state.ts'

/**
 * Returns the record with all that votes and time have ended by `now`, in Unix seconds, written down, as the contracts do
 * before and after whatever changes it. Source: `DharmaProtection.settle`.
 */
export function settle(record: ProtectionRecord, now: number): ProtectionRecord {
  const state = getProtectionState(record, now)
  const { decisions, flag, freeze, lastFreeze, freezeEnd, freezeOverruledAt, overruledAt } = state
  const appeals = state.appeals.map(({ outcome, closedAt, ...appeal }) => ({
    ...appeal,
    stored: closedAt === null ? null : { outcome, closedAt },
  }))
  const findLift = (number: number) =>
    appeals.findLast(
      ({ flagNumber, stored }) =>
        flagNumber === number && /^(upheld|undecided)$/.test(stored?.outcome ?? ''),
    )?.stored?.closedAt ?? null
  return {
    bars: state.bars,
    appeals,
    flags: record.flags.map((one) =>
      one.liftedAt !== null || one.number === flag?.number
        ? one
        : { ...one, liftedAt: findLift(one.number) },
    ),
    freezes: record.freezes.map((one) =>
      one.endedAt !== null || one.number !== lastFreeze?.number
        ? one
        : {
            ...one,
            overruledAt: freezeOverruledAt,
            lastOverruledAt: overruledAt === 0 ? null : overruledAt,
            endedAt: freeze === null ? freezeEnd : null,
          },
    ),
    proposals: record.proposals.map((one) => {
      const outcome = decisions.get(one.ballot.id)?.outcome
      return outcome === undefined ? one : { ...one, storedOutcome: outcome, storedStatus: outcome }
    }),
  }
}
