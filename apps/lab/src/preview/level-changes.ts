import type { RiskLevel } from '@app/values/risk-level.ts'
import type { Engine } from '../measure/engine.ts'
import type { KnownWallet } from './known-wallet.ts'

interface Judged {
  score: number
  riskLevel: RiskLevel
}

/** One wallet by two versions of the score. */
export interface Comparison {
  address: string
  before: Judged
  after: Judged
}

/** Two versions of the score, the older one first. */
export interface Versions {
  from: Engine
  to: Engine
}

/** Every wallet by both versions, the largest change of score first. */
export function compareWallets(
  { from, to }: Versions,
  wallets: readonly KnownWallet[],
): Comparison[] {
  const compared = wallets.map(({ address, facts }) => ({
    address,
    before: judgeWith(from, facts),
    after: judgeWith(to, facts),
  }))
  return compared.sort((a, b) => Math.abs(computeScoreChange(b)) - Math.abs(computeScoreChange(a)))
}

function judgeWith(engine: Engine, facts: KnownWallet['facts']): Judged {
  const { score, riskLevel } = engine(facts)
  return { score, riskLevel }
}

/** By how many points the score rises. */
export const computeScoreChange = ({ before, after }: Comparison): number =>
  after.score - before.score

/** Whether the wallet is in another level by the newer version. */
export const hasLevelChange = ({ before, after }: Comparison): boolean =>
  before.riskLevel !== after.riskLevel
