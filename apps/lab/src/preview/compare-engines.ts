import { type RiskLevel, SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import {
  computeFigures,
  computeSuspectedShare,
  type Engine,
  type Figures,
  scoreWallet,
} from '../measure-accuracy.ts'
import { readWalletSets, type WalletSet } from '../read-wallets.ts'
import type { ScoredWalletFacts } from './load-scored-wallet-facts.ts'

interface ScoreAndLevel {
  score: number
  riskLevel: RiskLevel
}

/** The results of two versions of the score for one wallet. */
interface WalletComparison {
  address: string
  before: ScoreAndLevel
  after: ScoreAndLevel
}

/** Two versions of the score, the older one first. */
export interface EngineVersions {
  from: Engine
  to: Engine
}

/** Scores every wallet with both versions. Returns the largest change of score first. */
export function compareWallets(
  { from, to }: EngineVersions,
  wallets: readonly ScoredWalletFacts[],
): WalletComparison[] {
  const compared = wallets.map(({ address, facts }) => ({
    address,
    before: scoreWithEngine(from, facts),
    after: scoreWithEngine(to, facts),
  }))
  return compared.sort((a, b) => Math.abs(computeScoreChange(b)) - Math.abs(computeScoreChange(a)))
}

function scoreWithEngine(engine: Engine, facts: ScoredWalletFacts['facts']): ScoreAndLevel {
  const { score, riskLevel } = engine(facts)
  return { score, riskLevel }
}

/** Returns the score of the newer version minus that of the older one. */
export const computeScoreChange = ({ before, after }: WalletComparison): number =>
  after.score - before.score

/** Returns whether the wallet has another level by the newer version. */
export const hasLevelChange = ({ before, after }: WalletComparison): boolean =>
  before.riskLevel !== after.riskLevel

/** Figures of one illicit label of a set by both versions of the score. */
interface AccuracyChange {
  set: string
  label: string
  before: Figures
  after: Figures
}

/** Measures how accuracy changes on every set of labelled wallets in a folder, in the same way as the backtest. */
export async function measureAccuracyChanges(
  versions: EngineVersions,
  folder: string,
): Promise<AccuracyChange[]> {
  return (await readWalletSets(folder)).flatMap((set) => measureSetChanges(versions, set))
}

function measureSetChanges(
  { from, to }: EngineVersions,
  { name, wallets }: WalletSet,
): AccuracyChange[] {
  const normal = wallets.filter(({ isIllicit }) => !isIllicit)
  const illicit = wallets.filter(({ isIllicit }) => isIllicit)
  const byLabel = Map.groupBy(illicit, ({ label }) => label)
  return [...byLabel].map(([label, own]) => {
    const computeFiguresWith = (engine: EngineVersions['from']) =>
      computeFigures(
        [...own, ...normal].map((one) => scoreWallet(one, { isListOff: false }, engine)),
      )
    return { set: name, label, before: computeFiguresWith(from), after: computeFiguresWith(to) }
  })
}

/** The effect of a change of the score. */
export interface Preview {
  /** Names of the two versions. */
  from: string
  to: string
  /** Every wallet that the server has scored. */
  wallets: readonly WalletComparison[]
  /** Empty when no labelled wallets were given. */
  accuracy: readonly AccuracyChange[]
}

/** Formats a preview as text: which wallets change their level, and how accuracy changes. */
export function formatPreview({ from, to, wallets, accuracy }: Preview): string {
  const changed = wallets.filter(hasLevelChange)
  const lines = [
    `Versions: ${from} → ${to}`,
    `${changed.length} of ${wallets.length} known wallets change their level.`,
    ...changed.map(formatChange),
    formatScoreChanges(wallets),
    ...(accuracy.length === 0 ? [NO_DATA] : [ACCURACY_HEAD, ...accuracy.map(formatAccuracy)]),
  ]
  return `${lines.filter((line) => line !== '').join('\n')}\n`
}

const NO_DATA = 'To see the change of accuracy, set a folder of labelled wallets with --data DIR.'
const ACCURACY_HEAD =
  'Accuracy on labelled wallets, which may be those that the tables were fitted to:'

function formatChange(wallet: WalletComparison): string {
  const { address, before, after } = wallet
  const levels = `${before.riskLevel} → ${after.riskLevel}`.padEnd(26)
  return `  ${address}  ${levels}${before.score.toFixed(1)} → ${after.score.toFixed(1)} (${formatSigned(computeScoreChange(wallet), 1)})`
}

/** Expects the wallets with the largest change first. */
function formatScoreChanges(wallets: readonly WalletComparison[]): string {
  const moves = wallets.map((wallet) => Math.abs(computeScoreChange(wallet)))
  const [largest] = moves
  const middle = moves[Math.floor(moves.length / 2)]
  if (largest === undefined || middle === undefined) return ''
  return `Scores move by ${middle.toFixed(1)} points at the median, by ${largest.toFixed(1)} at most.`
}

function formatAccuracy({ set, label, before, after }: AccuracyChange): string {
  const name = `${set}, ${label}`.padEnd(18)
  const auc = `AUC ${formatComparison(before.auc, after.auc, 4)}`
  const recall = `recall at 1 % ${formatComparison(toPercent(before.recallAt1), toPercent(after.recallAt1), 1)}`
  const accused = `normal below ${SUSPECTED_BELOW} ${formatComparison(computeAccusedPercent(before), computeAccusedPercent(after), 1)}`
  return `  ${name}${auc}, ${recall}, ${accused}`
}

const toPercent = (share: number | null) => share && share * 100

const computeAccusedPercent = ({ levelsNormal }: Figures) =>
  computeSuspectedShare(levelsNormal) * 100

function formatComparison(before: number | null, after: number | null, decimals: number): string {
  if (before === null || after === null) return '–'
  const change = formatSigned(after - before, decimals)
  return `${before.toFixed(decimals)} → ${after.toFixed(decimals)} (${change})`
}

const formatSigned = (value: number, decimals: number) =>
  `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(decimals)}`
