import { judgeBy } from '@app/score/judge-by.ts'
import type { PointsTables } from '@app/score/points-table.ts'
import type { RiskLevel } from '@app/values/risk-level.ts'
import type { KnownWallet } from './known-wallet.ts'

interface Judged {
  score: number
  riskLevel: RiskLevel
}

/** One wallet by two versions of the tables. */
export interface Comparison {
  address: string
  before: Judged
  after: Judged
}

/** Two versions of the points tables, the older one first. */
export interface Versions {
  from: PointsTables
  to: PointsTables
}

/** Every wallet by both versions of the tables, the largest change of score first. */
export function compareWallets(
  { from, to }: Versions,
  wallets: readonly KnownWallet[],
): Comparison[] {
  const compared = wallets.map(({ address, facts }) => ({
    address,
    before: judgedBy(from, facts),
    after: judgedBy(to, facts),
  }))
  return compared.sort((a, b) => Math.abs(changeOf(b)) - Math.abs(changeOf(a)))
}

function judgedBy(tables: PointsTables, facts: KnownWallet['facts']): Judged {
  const { score, riskLevel } = judgeBy(tables, facts)
  return { score, riskLevel }
}

/** By how many points the score rises. */
export const changeOf = ({ before, after }: Comparison): number => after.score - before.score

/** Whether the wallet is in another level by the newer tables. */
export const changesLevel = ({ before, after }: Comparison): boolean =>
  before.riskLevel !== after.riskLevel
