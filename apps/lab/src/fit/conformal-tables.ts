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
import type { LabelledWallet, WalletSet } from '../read-wallets.ts'

/** Scores by tables that were not fitted to the wallet. */
type Scores = ReadonlyMap<LabelledWallet, number>

/** Smaller sets are left out: their smallest p-value would be too large to accuse anybody, and their tail a few wallets. */
const MIN_ORDINARY_WALLETS = 800

/** A wallet's score (0–100) by behaviour alone, and its p-value. */
interface JudgedWallet {
  score: number
  pValue: number
}

type Side = 'ordinary' | 'illicit'
type JudgedLabel = Pick<AccusationFigures, 'set' | 'label'> & Record<Side, JudgedWallet[]>

/**
 * Builds the table of every set with enough ordinary wallets, from scores by tables that were not fitted to the
 * wallet and by its behaviour alone. Contains only how many wallets have which score.
 */
export function buildConformalTables(sets: readonly WalletSet[], scores: Scores): ConformalTable[] {
  return sets.flatMap(({ name, wallets }) => {
    const ordinary = wallets
      .filter(({ isIllicit }) => !isIllicit)
      .flatMap((wallet) => scores.get(wallet) ?? [])
    return ordinary.length < MIN_ORDINARY_WALLETS ? [] : [buildConformalTable(name, ordinary)]
  })
}

/** Shares of illicit wallets among those judged on a day; `null` judges every wallet on a day of its own. */
const ILLICIT_SHARES = [null, 0.01, 0.1] as const

/**
 * Computes how many wallets of each illicit label, and of the ordinary ones of its set, would be accused by their
 * behaviour alone. `scores` are by tables that were not fitted to the wallet. Labels without scores are left out.
 */
export function computeAccusationFigures(
  sets: readonly WalletSet[],
  scores: Scores,
  tables: readonly ConformalTable[],
): AccusationFigures[] {
  const labels = sets.flatMap((set) => judgeLabels(set, scores, tables))
  return labels.flatMap(({ set, label, ...wallets }) =>
    ILLICIT_SHARES.map((illicitShare) => ({
      set,
      label,
      illicitShare,
      ...(illicitShare === null ? countAlone(wallets) : countOverDays(wallets, illicitShare)),
    })),
  )
}

function judgeLabels(
  { name, wallets }: WalletSet,
  scores: Scores,
  tables: readonly ConformalTable[],
): JudgedLabel[] {
  const judge = (wallet: LabelledWallet): JudgedWallet[] => {
    const score = scores.get(wallet)
    if (score === undefined) return []
    const ownSet = wallet.isIllicit ? null : name
    return [{ score, pValue: computeUnseenPValue(tables, score, ownSet) }]
  }
  const ordinary = wallets.filter(({ isIllicit }) => !isIllicit).flatMap(judge)
  const illicit = wallets.filter((wallet) => wallet.isIllicit && scores.has(wallet))
  return [...Map.groupBy(shuffle(illicit), ({ label }) => label)].map(([label, own]) => ({
    set: name,
    label,
    ordinary,
    illicit: own.flatMap(judge),
  }))
}

/** Returns the wallets in the order of the SHA-256 of their addresses: arbitrary, but the same in every run. */
function shuffle(wallets: readonly LabelledWallet[]): LabelledWallet[] {
  const hash = ({ address }: LabelledWallet): string =>
    createHash('sha256').update(`day:${address}`).digest('hex')
  return wallets
    .map((wallet) => ({ wallet, key: hash(wallet) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ wallet }) => wallet)
}

function countAlone({ ordinary, illicit }: Record<Side, JudgedWallet[]>) {
  return { ordinary: countAccusationsAlone(ordinary), illicit: countAccusationsAlone(illicit) }
}

/**
 * Spreads the illicit wallets over days so that they are the given share of each, and judges all ordinary ones on
 * every day. Illicit wallets that do not fill a day are left out, unless they do not fill the first one.
 */
function countOverDays({ ordinary, illicit }: Record<Side, JudgedWallet[]>, illicitShare: number) {
  const perDay = Math.max(1, Math.round((ordinary.length * illicitShare) / (1 - illicitShare)))
  const days = Math.max(1, Math.floor(illicit.length / perDay))
  const counts = Array.from({ length: days }, (_, day) =>
    countAccusationsOfDay(ordinary, illicit.slice(day * perDay, (day + 1) * perDay)),
  )
  return {
    ordinary: mergeCounts(counts, 'ordinary', Math.max),
    illicit: mergeCounts(counts, 'illicit', (a, b) => a + b),
  }
}

function mergeCounts(
  days: readonly Record<Side, AccusationCounts>[],
  side: Side,
  merge: (a: number, b: number) => number,
): AccusationCounts {
  const fold = (name: keyof AccusationCounts): number =>
    days.reduce((merged, day) => merge(merged, day[side][name]), 0)
  return {
    wallets: fold('wallets'),
    flagged: fold('flagged'),
    warned: fold('warned'),
    suspected: fold('suspected'),
  }
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

/** Counts the accusations among the wallets judged on one day, of the ordinary and of the illicit ones. */
export function countAccusationsOfDay(
  ordinary: readonly JudgedWallet[],
  illicit: readonly JudgedWallet[],
): { ordinary: AccusationCounts; illicit: AccusationCounts } {
  const limit = computeLimit([...ordinary, ...illicit])
  const countWithin = (wallets: readonly JudgedWallet[]): AccusationCounts =>
    countAccusations(wallets, ({ pValue }) => pValue <= limit)
  return { ordinary: countWithin(ordinary), illicit: countWithin(illicit) }
}

/** Counts the accusations among wallets of which each was the only one of its day. */
export function countAccusationsAlone(wallets: readonly JudgedWallet[]): AccusationCounts {
  return countAccusations(wallets, (wallet) => wallet.pValue <= computeLimit([wallet]))
}

function computeLimit(wallets: readonly JudgedWallet[]): number {
  const pValues = wallets.map(({ pValue }) => ({ pValue, accounts: 1 }))
  return computeAdmissionLimit({ pValues, judged: wallets.length })
}

function countAccusations(
  wallets: readonly JudgedWallet[],
  isAdmitted: (wallet: JudgedWallet) => boolean,
): AccusationCounts {
  const counts = { wallets: wallets.length, flagged: 0, warned: 0, suspected: 0 }
  for (const wallet of wallets) {
    const level = toRiskLevel(wallet.score)
    const admitted = isAdmitted(wallet)
    if (level === 'HIGH_RISK') counts[admitted ? 'flagged' : 'warned'] += 1
    if (level === 'SUSPICIOUS' && admitted) counts.suspected += 1
  }
  return counts
}

/** Formats the accusations of one set and label as a line of text without its end. */
export function formatAccusations({
  set,
  label,
  illicitShare,
  ordinary,
  illicit,
}: AccusationFigures): string {
  const judged = illicitShare === null ? 'each alone' : `${illicitShare * 100} % illicit`
  return `${set}, ${label}, ${judged}: ordinary ${formatCounts(ordinary)}; illicit ${formatCounts(illicit)}`
}

function formatCounts({ wallets, flagged, warned, suspected }: AccusationCounts): string {
  return `${flagged} of ${wallets} flagged, ${warned} warned, ${suspected} admitted from 30 to 45`
}

const HEAD = `// Written by \`npm run fit\`; what the numbers mean and where they come from is in docs/build/scoring.md.

import type { ConformalTable } from '../behaviour/conformal-table.ts'
import type { AccusationFigures } from '../conformal/accuracy.ts'
`

const NUMBERS_PER_LINE = 20

/** Renders conformal tables and the accusations by them as TypeScript, in one file so that they always match. */
export function renderConformalTables(
  tables: readonly ConformalTable[],
  figures: readonly AccusationFigures[],
): string {
  return `${HEAD}
/** Scores by behaviour alone of labelled ordinary wallets, by tables that were fitted without them. */
export const CONFORMAL_TABLES: readonly ConformalTable[] = [
${tables.map(renderTable).join('')}]

/** Accusations by behaviour alone, on wallets that were not used for the fit. */
export const ACCUSATIONS: readonly AccusationFigures[] = [
${figures.map(renderFigures).join('')}]
`
}

function renderTable({ set, wallets, tenths, atOrBelow }: ConformalTable): string {
  const lines = [
    `set: '${set}',`,
    `wallets: ${wallets},`,
    ...renderNumbers('tenths', tenths),
    ...renderNumbers('atOrBelow', atOrBelow),
  ]
  return renderObject(lines)
}

function renderNumbers(name: string, numbers: readonly number[]): string[] {
  const lines = Array.from({ length: Math.ceil(numbers.length / NUMBERS_PER_LINE) }, (_, line) =>
    numbers.slice(line * NUMBERS_PER_LINE, (line + 1) * NUMBERS_PER_LINE),
  )
  return [`${name}: [`, ...lines.map((line) => `  ${line.join(', ')},`), '],']
}

function renderFigures({ set, label, illicitShare, ordinary, illicit }: AccusationFigures): string {
  return renderObject([
    `set: '${set}',`,
    `label: '${label}',`,
    `illicitShare: ${illicitShare},`,
    `ordinary: ${renderCounts(ordinary)},`,
    `illicit: ${renderCounts(illicit)},`,
  ])
}

function renderCounts(counts: AccusationCounts): string {
  const fields = Object.entries(counts).map(([name, count]) => `${name}: ${count}`)
  return `{ ${fields.join(', ')} }`
}

function renderObject(lines: readonly string[]): string {
  return `  {\n${lines.map((line) => `    ${line}\n`).join('')}  },\n`
}
