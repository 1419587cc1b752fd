import type { Facts } from '@app/score/facts.ts'
import { judge, judgeWithTables } from '@app/score/judge.ts'
import type { Judgement } from '@app/score/judgement.ts'
import type { PointsTables } from '@app/score/points-table.ts'
import { type Factor, mapFactors } from '@app/values/factor.ts'
import { RISK_LEVELS, type RiskLevel, toRiskLevel } from '@app/values/risk-level.ts'
import { type LabelledWallet, readWallets } from './read-wallets.ts'

/** The scoring function of one version. */
export type Engine = (
  facts: Facts,
) => Pick<Judgement, 'score' | 'riskLevel' | 'confidence' | 'factors'>

/** Creates the engine of the working tree with other points tables. */
export const createEngine =
  (tables: PointsTables): Engine =>
  (facts) =>
    judgeWithTables(tables, facts)

/** A scored wallet: its score and its factors (0–10,000). */
interface ScoredWallet {
  isIllicit: boolean
  score: number
  confidence: number
  factors: Record<Factor, number>
}

/** Accuracy of the score on the wallets of one illicit label and the normal ones of the same file. */
export interface Figures {
  normal: number
  illicit: number
  auc: number | null
  recallAt1: number | null
  recallAt5: number | null
  levelsIllicit: Record<RiskLevel, number>
  levelsNormal: Record<RiskLevel, number>
  /** AUC of each factor alone. */
  factors: Record<Factor, number | null>
}

/** Figures of one illicit label against the normal wallets of the same file. */
export interface SetFigures extends Figures {
  file: string
  label: string
  confidence: CalibrationBand[]
}

/** Accuracy of the score among wallets of similar confidence. */
interface CalibrationBand {
  /** Confidence from (included) and to (excluded; 1 is in the last band). */
  from: number
  to: number
  normal: number
  illicit: number
  auc: number | null
}

interface BacktestOptions {
  /** Scores as if no scam list were loaded, instead of one that none of the wallets had contact with. */
  isListOff: boolean
}

/** Scores every wallet of a file with the shipped engine. Returns one set of figures for each illicit label. */
export async function backtestFile(file: string, options: BacktestOptions): Promise<SetFigures[]> {
  const wallets = await readWallets(file)
  const normal = wallets
    .filter(({ isIllicit }) => !isIllicit)
    .map((one) => scoreWallet(one, options))
  const illicit = wallets.filter(({ isIllicit }) => isIllicit)
  const byLabel = Map.groupBy(illicit, ({ label }) => label)
  return [...byLabel].map(([label, own]) => {
    const set = [...own.map((one) => scoreWallet(one, options)), ...normal]
    return { file, label, ...computeFigures(set), confidence: computeCalibration(set) }
  })
}

/** A known list that the wallet had no contact with. The score does not depend on the size of the list. */
const NO_CONTACTS = { listedCount: 1, entries: [] }

/** Scores a labelled wallet with the shipped engine, or with that of another version. */
export function scoreWallet(
  { facts, isIllicit }: LabelledWallet,
  { isListOff }: BacktestOptions,
  engine: Engine = judge,
): ScoredWallet {
  const judgement = engine(isListOff ? facts : { ...facts, contacts: NO_CONTACTS })
  const { score, confidence, factors } = judgement
  return {
    isIllicit,
    score,
    confidence,
    factors: mapFactors((factor) => factors[factor].value),
  }
}

export function computeFigures(wallets: readonly ScoredWallet[]): Figures {
  const illicit = wallets.filter(({ isIllicit }) => isIllicit)
  const normal = wallets.filter(({ isIllicit }) => !isIllicit)
  const splitByLabel = (read: (wallet: ScoredWallet) => number): [number[], number[]] => [
    illicit.map(read),
    normal.map(read),
  ]
  const scores = splitByLabel(({ score }) => score)
  return {
    normal: normal.length,
    illicit: illicit.length,
    auc: computeAuc(...scores),
    recallAt1: computeRecallAt(0.01, ...scores),
    recallAt5: computeRecallAt(0.05, ...scores),
    levelsIllicit: computeLevelShares(scores[0]),
    levelsNormal: computeLevelShares(scores[1]),
    factors: mapFactors((factor) => computeAuc(...splitByLabel(({ factors }) => factors[factor]))),
  }
}

/** Computes the share of scores in each level, 0–1; all 0 when there are no scores. */
export function computeLevelShares(scores: readonly number[]): Record<RiskLevel, number> {
  const counts = Map.groupBy(scores, toRiskLevel)
  const computeShare = (level: RiskLevel): number =>
    scores.length === 0 ? 0 : (counts.get(level)?.length ?? 0) / scores.length
  const shares = [...RISK_LEVELS].reverse().map((level) => [level, computeShare(level)] as const)
  return Object.fromEntries(shares) as Record<RiskLevel, number>
}

/** Returns the share of scores below NORMAL. */
export const computeSuspectedShare = (levels: Record<RiskLevel, number>): number =>
  levels.HIGH_RISK + levels.SUSPICIOUS

const CUTS = [0, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 1] as const

/** Computes the non-empty bands of confidence. In a calibrated score the AUC grows with confidence. */
export function computeCalibration(wallets: readonly ScoredWallet[]): CalibrationBand[] {
  return CUTS.slice(1).flatMap((to, index) => {
    const from = CUTS[index] ?? 0
    const band = wallets.filter(({ confidence }) => isWithin(confidence, from, to))
    const selectScores = (isIllicit: boolean): number[] =>
      band.filter((wallet) => wallet.isIllicit === isIllicit).map(({ score }) => score)
    const [illicit, normal] = [selectScores(true), selectScores(false)]
    if (band.length === 0) return []
    const auc = computeAuc(illicit, normal)
    return [{ from, to, normal: normal.length, illicit: illicit.length, auc }]
  })
}

function isWithin(value: number, from: number, to: number): boolean {
  return value >= from && (value < to || (to === 1 && value === 1))
}

/**
 * Returns the share of illicit wallets below the highest cut that at most `falsePositives` (a share) of the
 * normal ones are below. `null` when one class is empty.
 */
export function computeRecallAt(
  falsePositives: number,
  illicit: readonly number[],
  normal: readonly number[],
): number | null {
  if (illicit.length === 0 || normal.length === 0) return null
  const sorted = Float64Array.from(normal).sort()
  const allowed = Math.floor(falsePositives * sorted.length)
  const cut = sorted[allowed] ?? Number.POSITIVE_INFINITY
  return illicit.filter((score) => score < cut).length / illicit.length
}

/**
 * Computes the area under the ROC curve: the probability that a random illicit wallet scores less than a
 * random normal one, ties counted half. `null` when one class is empty. Source: Mann–Whitney U, by ranks.
 */
export function computeAuc(illicit: readonly number[], normal: readonly number[]): number | null {
  if (illicit.length === 0 || normal.length === 0) return null
  const sorted = Float64Array.from(normal).sort()
  let wins = 0
  for (const score of illicit) {
    const below = countBelow(sorted, score)
    const notAbove = countAtOrBelow(sorted, score)
    wins += sorted.length - notAbove + (notAbove - below) / 2
  }
  return wins / (illicit.length * normal.length)
}

function countBelow(sorted: Float64Array, limit: number): number {
  return findFirstIndex(sorted, (value) => value >= limit)
}

function countAtOrBelow(sorted: Float64Array, limit: number): number {
  return findFirstIndex(sorted, (value) => value > limit)
}

/** Returns the index of the first value that passes; every value after it must pass too. */
function findFirstIndex(sorted: Float64Array, passes: (value: number) => boolean): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (passes(sorted[middle] ?? 0)) high = middle
    else low = middle + 1
  }
  return low
}
