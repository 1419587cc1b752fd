import { createHash } from 'node:crypto'
import { computeAdmissionLimit } from '@app/score/behaviour/benjamini-hochberg.ts'
import {
  buildComparison,
  buildConformalTable,
  type ConformalTable,
  compareWithTable,
} from '@app/score/behaviour/conformal-table.ts'
import type { AccusationCounts, AccusationFigures } from '@app/score/tables/accuracy.ts'
import { toRiskLevel } from '@app/values/risk-level.ts'
import { groupByIllicitLabel, type LabelledWallet, type WalletSet } from '../read-wallets.ts'

/** Scores by tables that were not fitted to the wallet, and by its behaviour alone. */
export type Scores = ReadonlyMap<LabelledWallet, number>

/** Smaller sets are left out: their smallest p-value would be too large to accuse anybody, and their tail a few wallets. */
const MIN_ORDINARY_WALLETS = 800

/** Builds the table of every set with enough ordinary wallets. Contains only how many wallets have which score. */
export function buildConformalTables(sets: readonly WalletSet[], scores: Scores): ConformalTable[] {
  return sets.flatMap(({ name, wallets }) => {
    const ordinary = wallets
      .filter(({ isIllicit }) => !isIllicit)
      .flatMap((wallet) => scores.get(wallet) ?? [])
    return ordinary.length < MIN_ORDINARY_WALLETS ? [] : [buildConformalTable(name, ordinary)]
  })
}

interface JudgedWallet {
  score: number
  pValue: number
}

type JudgedWallets = Record<'ordinary' | 'illicit', readonly JudgedWallet[]>

/** Shares of illicit wallets among those judged on a day; `null` judges every wallet on a day of its own. */
const ILLICIT_SHARES = [null, 0.01, 0.1] as const

/**
 * Computes how many wallets of each illicit label, and of the ordinary ones of its set, would be accused by their
 * behaviour alone. Labels without scores are left out.
 */
export function computeAccusationFigures(
  sets: readonly WalletSet[],
  scores: Scores,
  tables: readonly ConformalTable[],
): AccusationFigures[] {
  return sets.flatMap(({ name: set, wallets }) => {
    const judge = (wallet: LabelledWallet): JudgedWallet => {
      const score = scores.get(wallet) ?? 0
      return { score, pValue: computeUnseenPValue(tables, score, wallet.isIllicit ? null : set) }
    }
    const scored = wallets.filter((wallet) => scores.has(wallet))
    return groupByIllicitLabel(shuffle(scored)).flatMap(({ label, illicit, normal }) => {
      const judged = { ordinary: normal.map(judge), illicit: illicit.map(judge) }
      return ILLICIT_SHARES.map((illicitShare) => ({
        ...{ set, label, illicitShare },
        ...countAccusations(judged, illicitShare),
      }))
    })
  })
}

/** Returns the wallets in the order of the SHA-256 of their addresses: arbitrary, but the same in every run. */
function shuffle(wallets: readonly LabelledWallet[]): LabelledWallet[] {
  const hash = ({ address }: LabelledWallet) =>
    createHash('sha256').update(`day:${address}`).digest('hex')
  const keyed = wallets.map((wallet) => ({ wallet, key: hash(wallet) }))
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ wallet }) => wallet)
}

/**
 * Computes the p-value of a labelled wallet with this score, as for a wallet that nobody has labelled: an ordinary
 * wallet is not compared with itself. `ownSet` is the set in which it is ordinary, `null` for an illicit one.
 */
export function computeUnseenPValue(
  tables: readonly ConformalTable[],
  score: number,
  ownSet: string | null,
): number {
  const pValues = tables.map((table) => {
    const { asBad, wallets, pValue } = compareWithTable(table, score)
    return table.set === ownSet ? buildComparison(asBad - 1, wallets - 1).pValue : pValue
  })
  return pValues.length === 0 ? 1 : Math.max(...pValues)
}

function countAccusations(judged: JudgedWallets, illicitShare: number | null) {
  if (illicitShare !== null) return countOverDays(judged, illicitShare)
  return {
    ordinary: countAccusationsAlone(judged.ordinary),
    illicit: countAccusationsAlone(judged.illicit),
  }
}

/**
 * Spreads the illicit wallets over days so that they are the given share of each, and judges all ordinary ones on
 * every day. Illicit wallets that do not fill a day are left out, unless they do not fill the first one.
 */
function countOverDays({ ordinary, illicit }: JudgedWallets, illicitShare: number) {
  const perDay = Math.max(1, Math.round((ordinary.length * illicitShare) / (1 - illicitShare)))
  const days = Array.from({ length: Math.max(1, Math.floor(illicit.length / perDay)) }, (_, day) =>
    countAccusationsOfDay(ordinary, illicit.slice(day * perDay, (day + 1) * perDay)),
  )
  return {
    ordinary: mergeDays(
      days.map((day) => day.ordinary),
      Math.max,
    ),
    illicit: mergeDays(
      days.map((day) => day.illicit),
      (a, b) => a + b,
    ),
  }
}

function mergeDays(
  days: readonly AccusationCounts[],
  merge: (a: number, b: number) => number,
): AccusationCounts {
  return days.reduce((merged, day) => ({
    wallets: merge(merged.wallets, day.wallets),
    flagged: merge(merged.flagged, day.flagged),
    warned: merge(merged.warned, day.warned),
    suspected: merge(merged.suspected, day.suspected),
  }))
}

/** Counts the accusations among the wallets judged on one day. */
export function countAccusationsOfDay(
  ordinary: readonly JudgedWallet[],
  illicit: readonly JudgedWallet[],
): Record<keyof JudgedWallets, AccusationCounts> {
  const limit = computeLimit([...ordinary, ...illicit])
  return {
    ordinary: countWithin(ordinary, () => limit),
    illicit: countWithin(illicit, () => limit),
  }
}

/** Counts the accusations among wallets of which each was the only one of its day. */
export const countAccusationsAlone = (wallets: readonly JudgedWallet[]): AccusationCounts =>
  countWithin(wallets, (wallet) => computeLimit([wallet]))

function computeLimit(wallets: readonly JudgedWallet[]): number {
  const pValues = wallets.map(({ pValue }) => ({ pValue, accounts: 1 }))
  return computeAdmissionLimit({ pValues, judged: wallets.length })
}

function countWithin(
  wallets: readonly JudgedWallet[],
  findLimit: (wallet: JudgedWallet) => number,
): AccusationCounts {
  const counts = { wallets: wallets.length, flagged: 0, warned: 0, suspected: 0 }
  for (const wallet of wallets) {
    const level = toRiskLevel(wallet.score)
    const isAdmitted = wallet.pValue <= findLimit(wallet)
    if (level === 'HIGH_RISK') counts[isAdmitted ? 'flagged' : 'warned'] += 1
    if (level === 'SUSPICIOUS' && isAdmitted) counts.suspected += 1
  }
  return counts
}

/** Formats the accusations of one set and label as a line of text without its end. */
export function formatAccusations(figures: AccusationFigures): string {
  const { set, label, illicitShare, ordinary, illicit } = figures
  const judged = illicitShare === null ? 'each alone' : `${illicitShare * 100} % illicit`
  return `${set}, ${label}, ${judged}: ordinary ${formatCounts(ordinary)}; illicit ${formatCounts(illicit)}`
}

const formatCounts = ({ wallets, flagged, warned, suspected }: AccusationCounts): string =>
  `${flagged} of ${wallets} flagged, ${warned} warned, ${suspected} admitted from 30 to 45`
