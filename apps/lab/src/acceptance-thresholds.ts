import type {
  AccusationCounts,
  AccusationFigures,
  FiveFoldFigures,
} from '@app/score/tables/accuracy.ts'
import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import { computeSuspectedShare, type SetFigures } from './measure-accuracy.ts'
import { ARTEFACT_LABELS } from './read-wallets.ts'

/** A figure of the shipped tables, and the limit that it must meet. */
interface AcceptanceThreshold {
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
  sets: readonly (Pick<SetFigures, 'label' | 'levelsIllicit' | 'levelsNormal'> & {
    file: string
  })[],
): AcceptanceThreshold[] {
  const labels = sets.filter(({ label }) => !ARTEFACT_LABELS.has(label))
  return labels.flatMap(({ file, label, levelsIllicit, levelsNormal }) => {
    const on = `${run}, ${label} of ${file}`
    const below = `below ${SUSPECTED_BELOW}`
    return [
      atLeast(0.75, `illicit ${below}, ${on}`, computeSuspectedShare(levelsIllicit)),
      atMost(0.1, `normal ${below}, ${on}`, computeSuspectedShare(levelsNormal)),
      atMost(0.01, `illicit in TRUSTED, ${on}`, levelsIllicit.TRUSTED),
      atMost(0.005, `normal in HIGH_RISK, ${on}`, levelsNormal.HIGH_RISK),
    ]
  })
}

const atLeast = (limit: number, metric: string, figure: number | null = null) =>
  ({ metric, figure, bound: 'at least', limit }) as const

const atMost = (limit: number, metric: string, figure: number | null = null) =>
  ({ metric, figure, bound: 'at most', limit }) as const

/** Illicit labels with what the shipped tables must reach on wallets that they were not fitted to. */
const LABELS: readonly {
  set: string
  label: string
  auc: number
  recallAt1?: number
  /** Share flagged on days on which they are a tenth: only where all of the worst are admitted. */
  flagged?: number
}[] = [
  { set: 'broad', label: 'illicit', auc: 0.955, recallAt1: 0.5 },
  { set: 'graph', label: 'phishing', auc: 0.97, flagged: 0.1 },
  { set: 'raw', label: 'phishing', auc: 0.96, recallAt1: 0.5, flagged: 0.1 },
  { set: 'raw', label: 'hack', auc: 0.96 },
]

/** Returns the thresholds that tables must meet on wallets that they were not fitted to. */
export function buildFiveFoldThresholds(
  figures: readonly FiveFoldFigures[],
): AcceptanceThreshold[] {
  return LABELS.flatMap(({ set, label, auc, recallAt1 }) => {
    const own = figures.find((one) => one.set === set && one.label === label)
    const recall = `five-fold recall at 1 %, ${set}, ${label}`
    return [
      atLeast(auc, `five-fold AUC, ${set}, ${label}`, own?.auc),
      ...(recallAt1 === undefined ? [] : [atLeast(recallAt1, recall, own?.recallAt1)]),
    ]
  })
}

/** Share of the ordinary wallets that may be flagged by their behaviour alone, on a day of any kind. */
const MAX_ORDINARY_FLAGGED = 1 / 500

/** Returns the thresholds for accusations by behaviour alone of wallets that the tables were not fitted to. */
export function buildAccusationThresholds(
  figures: readonly AccusationFigures[],
): AcceptanceThreshold[] {
  return LABELS.flatMap(({ set, label, flagged }) => {
    const own = figures.filter((one) => one.set === set && one.label === label)
    const ordinary = own.map((day) => computeFlaggedShare(day.ordinary))
    const most = ordinary.length === 0 ? null : Math.max(...ordinary)
    const busy = own.find(({ illicitShare }) => illicitShare === 0.1)
    const found = `illicit flagged by behaviour alone where they are 10 %, ${set}, ${label}`
    return [
      atMost(MAX_ORDINARY_FLAGGED, `ordinary flagged by behaviour alone, ${set}, ${label}`, most),
      ...(flagged === undefined
        ? []
        : [atLeast(flagged, found, busy && computeFlaggedShare(busy.illicit))]),
    ]
  })
}

const computeFlaggedShare = ({ flagged, wallets }: AccusationCounts): number => flagged / wallets

/** A figure that was not measured misses its limit. */
export function isThresholdMissed({ figure, bound, limit }: AcceptanceThreshold): boolean {
  if (figure === null) return true
  return bound === 'at least' ? figure < limit : figure > limit
}

export function formatThreshold(threshold: AcceptanceThreshold): string {
  const { metric, figure, bound, limit } = threshold
  const state = isThresholdMissed(threshold) ? 'missed' : 'met'
  return `${state.padEnd(7)}${metric}: ${figure?.toFixed(4) ?? 'not measured'}, ${bound} ${limit}`
}
