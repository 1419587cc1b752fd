import { describeComparison } from '@app/score/behaviour/conformal-table.ts'
import { groupThousands } from '@app/score/inputs/describe-numbers.ts'
import type {
  BlockPosition,
  ReplayedAccusation,
  ReplayReport,
} from '@app/server/replay/read-outcome.ts'
import type { Network } from '@app/values/network.ts'

/** The settings that a replay was made with. */
export interface ReplaySettings {
  network: Network
  lowScoreThreshold: number
  autoFlag: boolean
}

/** Formats the report as lines for display. */
export function formatReplay(report: ReplayReport, settings: ReplaySettings): string[] {
  const { fromHeight, toHeight, leadHeight, first, last, labelMode, accusations } = report
  const times = first && last ? ` (${formatTime(first.timeMs)} to ${formatTime(last.timeMs)})` : ''
  const flags = settings.autoFlag ? 'flags on the chain' : 'warns only'
  return [
    `Replay of the blocks ${fromHeight} to ${toHeight} on ${settings.network}${times}`,
    `  agent     begins without memory at block ${leadHeight}; accuses below ${settings.lowScoreThreshold}; ${flags}`,
    `  lists     ${LABEL_TEXTS[labelMode]}`,
    '  unknown   NFT holdings, which only a node knows, and reports without a signature',
    ...accusations.flatMap((accusation) => ['', ...formatAccusation(accusation)]),
    '',
    ...formatTotals(report),
  ]
}

const LABEL_TEXTS: Readonly<Record<ReplayReport['labelMode'], string>> = {
  dated: 'as they were at the time of each block',
  current: 'as they are now, for all blocks',
}

function formatAccusation(accusation: ReplayedAccusation): string[] {
  const { address, height, timeMs, score, riskLevel, reasonCode, ...grounds } = accusation
  const { evidenceKinds, ordinary } = grounds
  const kinds = evidenceKinds.length === 0 ? 'none beside the score' : evidenceKinds.join(', ')
  const evidence = [`${kinds}.`, ...(ordinary ? [describeComparison(ordinary)] : [])].join(' ')
  return [
    `${address} in block ${height}, ${formatTime(timeMs)}: score ${score}, ${riskLevel}, reason ${reasonCode}`,
    `  would     ${formatActions(accusation)}`,
    `  evidence  ${evidence}`,
    `  known as  ${VERDICT_TEXTS[accusation.verdict ?? 'none']}`,
  ]
}

const VERDICT_TEXTS = {
  none: 'ordinary: on no scam list, and no vote found against it',
  listed: 'on a scam list',
  vote: 'found against by vote',
} as const

const ACTION_TEXTS = { warn: 'warn', flag: 'flag', propose_freeze: 'propose a freeze' } as const

function formatActions({ height, actions, cleared }: ReplayedAccusation): string {
  const steps = actions.map(({ kind, height: at, score, reasonCode }) => {
    const text = ACTION_TEXTS[kind]
    return at === height ? text : `${text} (block ${at}: score ${score}, ${reasonCode})`
  })
  const end = cleared === null ? [] : [`clear it (block ${cleared.height}, ${cleared.cause})`]
  return [...steps, ...end].join(', ')
}

function formatTotals(report: ReplayReport): string[] {
  const { blocksWithEvents, judgedAccounts, accusedBefore, expectedFalseAlarms } = report
  const counts = countActions(report.accusations)
  const before =
    accusedBefore === 0 ? [] : [`Not counted: accusations before the first block, ${accusedBefore}`]
  return [
    `Blocks with events: ${groupThousands(blocksWithEvents)}; accounts judged: ${groupThousands(judgedAccounts)}`,
    `Accused accounts: ${counts.accusedAccounts}, of which ordinary: ${counts.ordinaryAccusedAccounts}; ordinary and flagged: ${counts.ordinaryFlaggedAccounts}`,
    `Accusations: ${counts.accusations}; flags: ${counts.flagged}, proposals to freeze: ${counts.freezesProposed}, warnings alone: ${counts.warnedOnly}; cleared again: ${counts.cleared}`,
    `Expected false alarms by behaviour alone, if all judged accounts were ordinary: at most ${expectedFalseAlarms.toFixed(2)}`,
    ...before,
    ...report.problems.map((problem) => `PROBLEM: ${problem}`),
  ]
}

const formatTime = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Converts the report to the object that --json prints; times are ISO 8601. */
export function toReplayJson(report: ReplayReport, settings: ReplaySettings): object {
  const { first, last, accusations, ...rest } = report
  return {
    ...settings,
    ...rest,
    first: first && withTime(first),
    last: last && withTime(last),
    holdings: 'unknown',
    totals: countActions(accusations),
    accusations: accusations.map(({ actions, cleared, ordinary, ...accusation }) => ({
      ...withTime(accusation),
      isOrdinary: accusation.verdict === null,
      ...(ordinary && { ordinary: { ...ordinary, text: describeComparison(ordinary) } }),
      actions: actions.map(withTime),
      cleared: cleared && withTime(cleared),
    })),
  }
}

function withTime<T extends BlockPosition>({ timeMs, ...rest }: T) {
  return { ...rest, time: new Date(timeMs).toISOString() }
}

/** Counts accusations by what would have followed; an account may be accused again after it was cleared. */
function countActions(accusations: readonly ReplayedAccusation[]) {
  const having = (wanted: string) =>
    accusations.filter(({ actions }) => actions.some(({ kind }) => kind === wanted))
  const flagged = having('flag')
  const warnedOnly = accusations.filter(({ actions }) =>
    actions.every(({ kind }) => kind === 'warn'),
  )
  return {
    accusations: accusations.length,
    warnedOnly: warnedOnly.length,
    flagged: flagged.length,
    freezesProposed: having('propose_freeze').length,
    cleared: accusations.filter(({ cleared }) => cleared !== null).length,
    accusedAccounts: countAccounts(accusations),
    ordinaryAccusedAccounts: countAccounts(accusations.filter(isOrdinary)),
    ordinaryFlaggedAccounts: countAccounts(flagged.filter(isOrdinary)),
  }
}

const isOrdinary = ({ verdict }: ReplayedAccusation): boolean => verdict === null

const countAccounts = (accusations: readonly ReplayedAccusation[]): number =>
  new Set(accusations.map(({ address }) => address)).size
