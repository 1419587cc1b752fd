import type { WalletOverview } from '@app/api/schemas/account.ts'
import { RISK_LEVEL_DEFINITIONS, RISK_LEVELS } from '@app/values/risk-level.ts'
import { formatCount } from '../../lib/format/format.ts'
import { describeSample } from './describe-wallet.ts'
import { LevelShape } from './level-shapes.tsx'

/** How much is scored and indexed of the network. */
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

/** How many wallets have each level, with the mark of the level in the picture. */
export function LevelCounts({ levels }: Pick<WalletOverview, 'levels'>) {
  return (
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
  )
}
