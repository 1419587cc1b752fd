import type { Facts } from '@app/score/facts.ts'
import { judgeInNumbers } from '@app/score/judge.ts'
import type { Judgement } from '@app/score/judgement.ts'
import { type Factor, mapFactors } from '@app/values/factor.ts'
import { RISK_LEVELS, type RiskLevel, toRiskLevel } from '@app/values/risk-level.ts'
import { groupByIllicitLabel, type LabelledWallet } from './read-wallets.ts'

/** The scoring function of one version. */
export type Engine = (
  facts: Facts,
) => Pick<Judgement, 'score' | 'riskLevel' | 'confidence' | 'factors'>

interface ScoredWallet extends Pick<Judgement, 'score' | 'confidence'> {
  isIllicit: boolean
  /** 0–10,000. */
  factors: Record<Factor, number>
}

export interface AccuracyOptions {
  engine?: Engine
  /** Scores as if no scam list were loaded, instead of one that none of the wallets had contact with. */
  isListOff?: boolean
}

export type SetFigures = ReturnType<typeof measureAccuracy>[number]

/** Scores wallets. Returns figures of each illicit label against the normal ones. */
export function measureAccuracy(
  wallets: readonly LabelledWallet[],
  { engine = judgeInNumbers, isListOff = false }: AccuracyOptions = {},
) {
  const scored = new Map(wallets.map((wallet) => [wallet, score(wallet, engine, isListOff)]))
  return groupByIllicitLabel(wallets).map(({ label, illicit, normal }) => {
    const own = [...illicit, ...normal].flatMap((wallet) => scored.get(wallet) ?? [])
    return { label, ...computeFigures(own), confidence: computeCalibration(own) }
  })
}

/** A known list that the wallet had no contact with. The score does not depend on the size of the list. */
const NO_CONTACTS = { listedCount: 1, entries: [] }

function score(wallet: LabelledWallet, engine: Engine, isListOff: boolean): ScoredWallet {
  const { isIllicit, facts } = wallet
  const judgement = engine(isListOff ? facts : { ...facts, contacts: NO_CONTACTS })
  const factors = mapFactors((factor) => judgement.factors[factor].value)
  return { isIllicit, score: judgement.score, confidence: judgement.confidence, factors }
}

function computeFigures(wallets: readonly ScoredWallet[]) {
  const split = (read: (wallet: ScoredWallet) => number): [number[], number[]] => [
    wallets.filter(({ isIllicit }) => isIllicit).map(read),
    wallets.filter(({ isIllicit }) => !isIllicit).map(read),
  ]
  return {
    ...compareScores(...split(({ score }) => score)),
    /** AUC of each factor alone. */
    factors: mapFactors((factor) => computeAuc(...split(({ factors }) => factors[factor]))),
  }
}

/** Measures how well scores separate illicit wallets from normal ones; `null` when one class is empty. */
export function compareScores(illicit: readonly number[], normal: readonly number[]) {
  return {
    normal: normal.length,
    illicit: illicit.length,
    auc: computeAuc(illicit, normal),
    recallAt1: computeRecallAt(0.01, illicit, normal),
    recallAt5: computeRecallAt(0.05, illicit, normal),
    levelsIllicit: computeLevelShares(illicit),
    levelsNormal: computeLevelShares(normal),
  }
}

/** Computes the share of scores in each level, 0–1; all 0 when there are no scores. */
export function computeLevelShares(scores: readonly number[]): Record<RiskLevel, number> {
  const counts = Map.groupBy(scores, toRiskLevel)
  const shares = RISK_LEVELS.toReversed().map((level) => {
    return [level, (counts.get(level)?.length ?? 0) / Math.max(1, scores.length)] as const
  })
  return Object.fromEntries(shares) as Record<RiskLevel, number>
}

export const computeSuspectedShare = (levels: Record<RiskLevel, number>): number =>
  levels.HIGH_RISK + levels.SUSPICIOUS

const CONFIDENCE_CUTS = [0, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 1] as const

/**
 * Computes the accuracy in each non-empty band of confidence, `from` included and `to` excluded, but 1. In a calibrated
 * score the AUC grows with confidence.
 */
export function computeCalibration(wallets: readonly ScoredWallet[]) {
  return CONFIDENCE_CUTS.slice(1).flatMap((to, index) => {
    const from = CONFIDENCE_CUTS[index] ?? 0
    const band = wallets.filter(
      ({ confidence }) => confidence >= from && (confidence < to || (to === 1 && confidence === 1)),
    )
    if (band.length === 0) return []
    const { normal, illicit, auc } = computeFigures(band)
    return [{ from, to, normal, illicit, auc }]
  })
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
  const cut = sorted[Math.floor(falsePositives * sorted.length)] ?? Number.POSITIVE_INFINITY
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
    const below = findFirstIndex(sorted, (value) => value >= score)
    const notAbove = findFirstIndex(sorted, (value) => value > score)
    wins += sorted.length - notAbove + (notAbove - below) / 2
  }
  return wins / (illicit.length * normal.length)
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
