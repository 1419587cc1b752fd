import type {
  AccusationCounts,
  AccusationFigures,
  FiveFoldFigures,
} from '@app/score/tables/accuracy.ts'
import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import { computeSuspectedShare, type SetFigures } from './measure-accuracy.ts'
import { ARTEFACT_LABELS } from './read-wallets.ts'

/** A figure of the shipped tables, and the limit that it must meet. */
export interface AcceptanceThreshold {
  /** What is measured, and on which wallets. */
  metric: string
  /** 0–1, `null` when it was not measured. */
  figure: number | null
  bound: 'at least' | 'at most'
  limit: number
}

/**
 * Returns the thresholds for the levels of every set: most illicit wallets and few normal ones below NORMAL,
 * almost no illicit ones in TRUSTED, and almost no normal ones in HIGH_RISK. `run` describes how the wallets
 * were scored. Labels that are an artefact of their set have no threshold.
 */
export function buildLevelThresholds(
  run: string,
  sets: readonly SetFigures[],
): AcceptanceThreshold[] {
  return sets
    .filter(({ label }) => !ARTEFACT_LABELS.has(label))
    .flatMap(({ file, label, levelsIllicit, levelsNormal }) => {
      const buildThreshold = (
        who: string,
        bound: AcceptanceThreshold['bound'],
        [limit, figure]: [number, number],
      ): AcceptanceThreshold => ({
        metric: `${who}, ${run}, ${label} of ${file}`,
        figure,
        bound,
        limit,
      })
      return [
        buildThreshold(`illicit below ${SUSPECTED_BELOW}`, 'at least', [
          0.75,
          computeSuspectedShare(levelsIllicit),
        ]),
        buildThreshold(`normal below ${SUSPECTED_BELOW}`, 'at most', [
          0.1,
          computeSuspectedShare(levelsNormal),
        ]),
        buildThreshold('illicit in TRUSTED', 'at most', [0.01, levelsIllicit.TRUSTED]),
        buildThreshold('normal in HIGH_RISK', 'at most', [0.005, levelsNormal.HIGH_RISK]),
      ]
    })
}

interface FiveFoldMinimum {
  set: string
  label: string
  auc: number
  /** Only for sets with a required recall. */
  recallAt1?: number
}

const FIVE_FOLD_MINIMUMS: readonly FiveFoldMinimum[] = [
  { set: 'broad', label: 'illicit', auc: 0.955, recallAt1: 0.5 },
  { set: 'graph', label: 'phishing', auc: 0.97 },
  { set: 'raw', label: 'phishing', auc: 0.96, recallAt1: 0.5 },
  { set: 'raw', label: 'hack', auc: 0.96 },
]

/** Returns the thresholds that tables must meet on wallets that they were not fitted to. */
export function buildFiveFoldThresholds(
  figures: readonly FiveFoldFigures[],
): AcceptanceThreshold[] {
  return FIVE_FOLD_MINIMUMS.flatMap(({ set, label, auc, recallAt1 }) => {
    const own = figures.find((one) => one.set === set && one.label === label)
    const buildThreshold = (
      what: string,
      limit: number,
      figure: number | null = null,
    ): AcceptanceThreshold => ({
      metric: `five-fold ${what}, ${set}, ${label}`,
      figure,
      bound: 'at least',
      limit,
    })
    const found =
      recallAt1 === undefined ? [] : [buildThreshold('recall at 1 %', recallAt1, own?.recallAt1)]
    return [buildThreshold('AUC', auc, own?.auc), ...found]
  })
}

/** Share of the ordinary wallets that may be flagged by their behaviour alone, on a day of any kind. */
const MAX_ORDINARY_FLAGGED = 1 / 500

interface AccusationLimits {
  set: string
  label: string
  /** Share of illicit wallets flagged on days on which they are a tenth: only where all of the worst are admitted. */
  minIllicitFlagged?: number
}

const ACCUSATION_LIMITS: readonly AccusationLimits[] = [
  { set: 'broad', label: 'illicit' },
  { set: 'graph', label: 'phishing', minIllicitFlagged: 0.1 },
  { set: 'raw', label: 'phishing', minIllicitFlagged: 0.1 },
  { set: 'raw', label: 'hack' },
]

/** Returns the thresholds for accusations by behaviour alone of wallets that the tables were not fitted to. */
export function buildAccusationThresholds(
  figures: readonly AccusationFigures[],
): AcceptanceThreshold[] {
  return ACCUSATION_LIMITS.flatMap(({ set, label, minIllicitFlagged }) => {
    const own = figures.filter((one) => one.set === set && one.label === label)
    const ordinary = {
      metric: `ordinary flagged by behaviour alone, ${set}, ${label}`,
      figure: findMaxFlaggedShare(own),
      bound: 'at most',
      limit: MAX_ORDINARY_FLAGGED,
    } as const
    if (minIllicitFlagged === undefined) return [ordinary]
    const busy = own.find(({ illicitShare }) => illicitShare === 0.1)
    const illicit = {
      metric: `illicit flagged by behaviour alone where they are 10 %, ${set}, ${label}`,
      figure: busy === undefined ? null : computeFlaggedShare(busy.illicit),
      bound: 'at least',
      limit: minIllicitFlagged,
    } as const
    return [ordinary, illicit]
  })
}

function findMaxFlaggedShare(figures: readonly AccusationFigures[]): number | null {
  return figures.length === 0
    ? null
    : Math.max(...figures.map(({ ordinary }) => computeFlaggedShare(ordinary)))
}

const computeFlaggedShare = ({ flagged, wallets }: AccusationCounts): number => flagged / wallets

/** Returns whether the figure misses the limit. A figure that was not measured misses it. */
export function isThresholdMissed({ figure, bound, limit }: AcceptanceThreshold): boolean {
  if (figure === null) return true
  return bound === 'at least' ? figure < limit : figure > limit
}

/** Formats a threshold as one line of text. */
export function formatThreshold(threshold: AcceptanceThreshold): string {
  const { metric, figure, bound, limit } = threshold
  const state = isThresholdMissed(threshold) ? 'missed' : 'met'
  return `${state.padEnd(7)}${metric}: ${figure?.toFixed(4) ?? 'not measured'}, ${bound} ${limit}`
}
