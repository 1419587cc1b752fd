import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import {
  computeSuspectedShare,
  type Engine,
  measureAccuracy,
  type SetFigures,
} from '../measure-accuracy.ts'
import { readWalletSets } from '../read-wallets.ts'
import type { ScoredWalletFacts } from './load-scored-wallet-facts.ts'

/** Two versions of the score, the older one first. */
interface EngineVersions {
  from: Engine
  to: Engine
}

interface WalletComparison {
  address: string
  before: Pick<ReturnType<Engine>, 'score' | 'riskLevel'>
  after: WalletComparison['before']
}

/** Scores every wallet with both versions. Returns the largest change of score first. */
export function compareWallets(
  { from, to }: EngineVersions,
  wallets: readonly ScoredWalletFacts[],
): WalletComparison[] {
  const compared = wallets.map(({ address, facts }) => {
    const [before, after] = [from(facts), to(facts)]
    return {
      address,
      before: { score: before.score, riskLevel: before.riskLevel },
      after: { score: after.score, riskLevel: after.riskLevel },
    }
  })
  return compared.sort((a, b) => Math.abs(computeScoreChange(b)) - Math.abs(computeScoreChange(a)))
}

export const computeScoreChange = ({ before, after }: WalletComparison): number =>
  after.score - before.score

export const hasLevelChange = ({ before, after }: WalletComparison): boolean =>
  before.riskLevel !== after.riskLevel

interface AccuracyChange {
  set: string
  label: string
  before: Figures
  after: Figures
}

type Figures = Omit<SetFigures, 'label' | 'confidence'>

/** Measures how accuracy changes on every set of labelled wallets in a folder, in the same way as the backtest. */
export async function measureAccuracyChanges(
  { from, to }: EngineVersions,
  folder: string,
): Promise<AccuracyChange[]> {
  return (await readWalletSets(folder)).flatMap(({ name, wallets }) => {
    const after = measureAccuracy(wallets, { engine: to })
    return measureAccuracy(wallets, { engine: from }).flatMap((before, index) => {
      const own = after[index]
      if (own === undefined) return []
      return [{ set: name, label: before.label, before: pick(before), after: pick(own) }]
    })
  })
}

const pick = ({ label: _label, confidence: _confidence, ...figures }: SetFigures): Figures =>
  figures

interface Preview {
  /** Names of the two versions. */
  from: string
  to: string
  /** Every wallet that the server has scored, those with the largest change first. */
  wallets: readonly WalletComparison[]
  /** Empty when no labelled wallets were given. */
  accuracy: readonly AccuracyChange[]
}

export function formatPreview({ from, to, wallets, accuracy }: Preview): string {
  const changed = wallets.filter(hasLevelChange)
  const lines = [
    `Versions: ${from} → ${to}`,
    `${changed.length} of ${wallets.length} known wallets change their level.`,
    ...changed.map(formatChange),
    ...formatScoreChanges(wallets),
    ...(accuracy.length === 0 ? [NO_DATA] : [ACCURACY_HEAD, ...accuracy.map(formatAccuracy)]),
  ]
  return `${lines.join('\n')}\n`
}

const NO_DATA = 'To see the change of accuracy, set a folder of labelled wallets with --data DIR.'
const ACCURACY_HEAD =
  'Accuracy on labelled wallets, which may be those that the tables were fitted to:'

function formatChange({ address, before, after }: WalletComparison): string {
  const levels = `${before.riskLevel} → ${after.riskLevel}`.padEnd(26)
  return `  ${address}  ${levels}${formatComparison(before.score, after.score, 1)}`
}

function formatScoreChanges(wallets: readonly WalletComparison[]): string[] {
  const moves = wallets.map((wallet) => Math.abs(computeScoreChange(wallet)))
  const [largest] = moves
  const middle = moves[Math.floor(moves.length / 2)]
  if (largest === undefined || middle === undefined) return []
  const text = `Scores move by ${middle.toFixed(1)} points at the median, by ${largest.toFixed(1)} at most.`
  return [text]
}

function formatAccuracy({ set, label, before, after }: AccuracyChange): string {
  const compare = (read: (figures: Figures) => number | null, decimals: number): string =>
    formatComparison(read(before), read(after), decimals)
  const auc = compare((figures) => figures.auc, 4)
  const recall = compare(({ recallAt1 }) => recallAt1 && recallAt1 * 100, 1)
  const accused = compare(({ levelsNormal }) => computeSuspectedShare(levelsNormal) * 100, 1)
  return `  ${`${set}, ${label}`.padEnd(18)}AUC ${auc}, recall at 1 % ${recall}, normal below ${SUSPECTED_BELOW} ${accused}`
}

function formatComparison(before: number | null, after: number | null, decimals: number): string {
  if (before === null || after === null) return '–'
  const sign = after < before ? '−' : '+'
  const change = Math.abs(after - before).toFixed(decimals)
  return `${before.toFixed(decimals)} → ${after.toFixed(decimals)} (${sign}${change})`
}
