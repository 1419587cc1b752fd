import type { Figures } from '../measure/figures.ts'
import type { AccuracyChange } from './accuracy-change.ts'
import { type Comparison, changeOf, changesLevel } from './level-changes.ts'

/** What a change of the score brings. */
export interface Preview {
  /** Names of the two versions. */
  from: string
  to: string
  /** Every known wallet. */
  wallets: readonly Comparison[]
  /** Empty when no labelled wallets were given. */
  accuracy: readonly AccuracyChange[]
}

/** A preview as text for people: who changes level, and what that does to accuracy. */
export function reportOfPreview({ from, to, wallets, accuracy }: Preview): string {
  const changed = wallets.filter(changesLevel)
  const lines = [
    `Versions: ${from} → ${to}`,
    `${changed.length} of ${wallets.length} known wallets change their level.`,
    ...changed.map(changeLine),
    movesLine(wallets),
    ...(accuracy.length === 0 ? [NO_DATA] : [ACCURACY, ...accuracy.map(accuracyLine)]),
  ]
  return `${lines.filter((line) => line !== '').join('\n')}\n`
}

const NO_DATA = 'Name labelled wallets with --data DIR to see what it does to accuracy.'
const ACCURACY = 'Accuracy on labelled wallets, which may be those that the tables were fitted to:'

function changeLine(wallet: Comparison): string {
  const { address, before, after } = wallet
  const levels = `${before.riskLevel} → ${after.riskLevel}`.padEnd(26)
  return `  ${address}  ${levels}${before.score.toFixed(1)} → ${after.score.toFixed(1)} (${signed(changeOf(wallet), 1)})`
}

/** Wallets come with the largest change first. */
function movesLine(wallets: readonly Comparison[]): string {
  const moves = wallets.map((wallet) => Math.abs(changeOf(wallet)))
  const [largest] = moves
  const middle = moves[Math.floor(moves.length / 2)]
  if (largest === undefined || middle === undefined) return ''
  return `Scores move by ${middle.toFixed(1)} points at the median, by ${largest.toFixed(1)} at most.`
}

function accuracyLine({ set, label, before, after }: AccuracyChange): string {
  const name = `${set}, ${label}`.padEnd(18)
  const auc = `AUC ${compared(before.auc, after.auc, 4)}`
  const recall = `recall at 1 % ${compared(hundredths(before.recallAt1), hundredths(after.recallAt1), 1)}`
  const accused = `normal below 45 ${compared(accusedShare(before), accusedShare(after), 1)}`
  return `  ${name}${auc}, ${recall}, ${accused}`
}

const hundredths = (share: number | null) => share && share * 100

const accusedShare = ({ levelsNormal }: Figures) =>
  (levelsNormal.HIGH_RISK + levelsNormal.SUSPICIOUS) * 100

function compared(before: number | null, after: number | null, decimals: number): string {
  if (before === null || after === null) return '–'
  const change = signed(after - before, decimals)
  return `${before.toFixed(decimals)} → ${after.toFixed(decimals)} (${change})`
}

const signed = (value: number, decimals: number) =>
  `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(decimals)}`
