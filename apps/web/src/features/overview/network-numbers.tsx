import type { WalletOverview, WalletScore } from '@app/api/schemas/account.ts'
import {
  RISK_LEVEL_DEFINITIONS,
  RISK_LEVELS,
  type RiskLevel,
  TRUSTED_FROM,
} from '@app/values/risk-level.ts'
import type { ReactElement } from 'react'
import { type AddressBook, findName } from '../../lib/address-input.ts'
import { formatCount, formatPoints } from '../../lib/format/format.ts'

export function Counts(overview: WalletOverview) {
  const { scored, accounts, transfers } = overview
  return (
    <p className="text-ink-soft">
      <span className="figures font-semibold text-ink">{formatCount(scored)}</span> wallets scored,{' '}
      <span className="figures font-semibold text-ink">{formatCount(accounts)}</span> accounts and{' '}
      <span className="figures font-semibold text-ink">{formatCount(transfers)}</span> transfers
      indexed. {describeSample(overview)}
    </p>
  )
}

export const LevelCounts = ({ levels }: Pick<WalletOverview, 'levels'>) => (
  <div className="grid gap-3">
    <ul className="grid grid-cols-2 gap-x-6 gap-y-2 sm:flex sm:flex-wrap sm:justify-between">
      {RISK_LEVELS.map((level) => (
        <li key={level} className="flex items-center gap-2">
          <svg viewBox="-9 -9 18 18" className="size-4 shrink-0" aria-hidden="true">
            <LevelShape level={level} radius={7} />
          </svg>
          <span className="text-ink-soft">{RISK_LEVEL_DEFINITIONS[level].label}</span>
          <span className="figures font-semibold">{formatCount(levels[level])}</span>
        </li>
      ))}
    </ul>
    <p className="text-small text-ink-soft">
      {levels.TRUSTED === 0 && 'No wallet is Trusted at present. '}
      {TRUSTED_TAKES}
    </p>
  </div>
)

const TRUSTED_TAKES = `Trusted starts at ${TRUSTED_FROM}. Every wallet starts at 50, and reaches it by long and regular use, repeated dealings with the same accounts, keeping what it receives, and no contact with listed accounts. NFT collections and vouches by other wallets add to that.`

/** The mark of a level, around the origin of an SVG: its colour, and a shape that tells it without colour. */
export function LevelShape({ level, radius }: { level: RiskLevel; radius: number }): ReactElement {
  return SHAPES[level](radius)
}

const SHAPES: Readonly<Record<RiskLevel, (radius: number) => ReactElement>> = {
  TRUSTED: (r) => <circle r={r} className="fill-good-fill" />,
  NORMAL: (r) => (
    <circle r={r * 0.78} strokeWidth={r * 0.44} className="fill-surface stroke-fair-fill" />
  ),
  SUSPICIOUS: (r) => (
    <path
      d={`M0 ${-1.1 * r}L${1.05 * r} ${0.8 * r}H${-1.05 * r}Z`}
      strokeWidth={r * 0.2}
      strokeLinejoin="round"
      className="fill-poor-fill stroke-poor-fill"
    />
  ),
  HIGH_RISK: (r) => (
    <path
      d={`M${-0.75 * r} ${-0.75 * r}L${0.75 * r} ${0.75 * r}M${0.75 * r} ${-0.75 * r}L${-0.75 * r} ${0.75 * r}`}
      strokeWidth={r * 0.62}
      strokeLinecap="round"
      className="stroke-bad-fill"
    />
  ),
}

/** Says which wallet it is and how it scores, for screen readers: 'oscar, 0x0260c4da65c3aa5a: 24.9, High Risk'. */
export function describeWallet(
  { address, score, riskLevel }: WalletScore,
  people: AddressBook,
): string {
  const name = findName(address, people)
  const who = name === undefined ? address : `${name}, ${address}`
  return `${who}: ${formatPoints(score)}, ${RISK_LEVEL_DEFINITIONS[riskLevel].label}`
}

/** Says how many wallets have each level, the best first. */
export function describeLevels({ levels, scored }: WalletOverview): string {
  const parts = RISK_LEVELS.toReversed().map(
    (level) => `${formatCount(levels[level])} ${RISK_LEVEL_DEFINITIONS[level].label}`,
  )
  return `${formatCount(scored)} wallets by score: ${parts.join(', ')}.`
}

/** Says which wallets a picture shows that has not room for all; empty where it shows all. */
export function describeSample({ wallets, scored }: WalletOverview): string {
  if (wallets.length >= scored) return ''
  return `Shows ${formatCount(wallets.length)} of them: drawn by chance, with more of those at high risk.`
}
