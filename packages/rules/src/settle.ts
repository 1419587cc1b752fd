import type { ProtectionRecord, ProtectionState, RuledProposal } from './protection-state.ts'

/**
 * Returns a record with all that votes and time have ended written down, as the contracts do before and after whatever
 * changes it; its state stays the same. Source: `DharmaProtection.settle`.
 */
export function settleRecord<P extends RuledProposal>(
  record: ProtectionRecord<P>,
  state: ProtectionState,
): ProtectionRecord<P> {
  const { bars, decisions, recordedFlag, flagLiftedAt } = state
  return {
    bars,
    flags: record.flags.map((flag) =>
      flag.number === recordedFlag?.number ? { ...flag, liftedAt: flagLiftedAt } : flag,
    ),
    freezes: settleFreezes(record, state),
    appeals: state.appeals.map(({ outcome, closedAt, ...appeal }) => ({
      ...appeal,
      stored: closedAt === null ? null : { outcome, closedAt },
    })),
    proposals: record.proposals.map((proposal): P => {
      const outcome = decisions.get(proposal.ballot.id)?.outcome
      if (outcome === undefined) return proposal
      return { ...proposal, storedOutcome: outcome, storedStatus: outcome }
    }),
  }
}

function settleFreezes(
  { freezes }: ProtectionRecord,
  { freeze, freezeEnd, freezeOverruledAt, overruledAt }: ProtectionState,
) {
  const before = Math.max(0, ...freezes.map(({ lastOverruledAt }) => lastOverruledAt ?? 0))
  return freezes.map((last, index) => {
    if (index < freezes.length - 1) return last
    const lastOverruledAt = overruledAt > before ? overruledAt : last.lastOverruledAt
    const endedAt = freeze === null ? freezeEnd : null
    return { ...last, overruledAt: freezeOverruledAt, lastOverruledAt, endedAt }
  })
}
