import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import type { Figures } from '../measure/figures.ts'
import type { AccuracyChange } from './accuracy-change.ts'
import { computeScoreChange, hasLevelChange, type WalletComparison } from './level-changes.ts'

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
    ...(accuracy.length === 0 ? [NO_DATA] : [ACCURACY, ...accuracy.map(formatAccuracy)]),
  ]
  return `${lines.filter((line) => line !== '').join('\n')}\n`
}

const NO_DATA = 'To see the change of accuracy, set a folder of labelled wallets with --data DIR.'
const ACCURACY = 'Accuracy on labelled wallets, which may be those that the tables were fitted to:'

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
  (levelsNormal.HIGH_RISK + levelsNormal.SUSPICIOUS) * 100

function formatComparison(before: number | null, after: number | null, decimals: number): string {
  if (before === null || after === null) return '–'
  const change = formatSigned(after - before, decimals)
  return `${before.toFixed(decimals)} → ${after.toFixed(decimals)} (${change})`
}

const formatSigned = (value: number, decimals: number) =>
  `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(decimals)}`
