import type { ReplayedAccusation } from '@app/server/replay/replay-report.ts'

/** Numbers of accusations, and of accounts; an account may be accused again after it was cleared. */
export interface ActionCounts {
  accusations: number
  /** Only warned about: neither flagged nor proposed to freeze. */
  warnedOnly: number
  flagged: number
  freezesProposed: number
  cleared: number
  accusedAccounts: number
  ordinaryAccusedAccounts: number
  ordinaryFlaggedAccounts: number
}

/** Counts accusations by what would have followed. */
export function countActions(accusations: readonly ReplayedAccusation[]): ActionCounts {
  const has = ({ actions }: ReplayedAccusation, wanted: string) =>
    actions.some(({ kind }) => kind === wanted)
  const flagged = accusations.filter((one) => has(one, 'flag'))
  return {
    accusations: accusations.length,
    warnedOnly: accusations.filter(({ actions }) => actions.every(({ kind }) => kind === 'warn'))
      .length,
    flagged: flagged.length,
    freezesProposed: accusations.filter((one) => has(one, 'propose_freeze')).length,
    cleared: accusations.filter(({ cleared }) => cleared !== null).length,
    accusedAccounts: countAccounts(accusations),
    ordinaryAccusedAccounts: countAccounts(accusations.filter(isOrdinary)),
    ordinaryFlaggedAccounts: countAccounts(flagged.filter(isOrdinary)),
  }
}

const isOrdinary = ({ verdict }: ReplayedAccusation): boolean => verdict === null

const countAccounts = (accusations: readonly ReplayedAccusation[]): number =>
  new Set(accusations.map(({ address }) => address)).size
