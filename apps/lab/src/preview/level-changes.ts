import type { RiskLevel } from '@app/values/risk-level.ts'
import type { Engine } from '../measure/engine.ts'
import type { KnownWallet } from './known-wallet.ts'

interface Judged {
  score: number
  riskLevel: RiskLevel
}

/** The results of two versions of the score for one wallet. */
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

/** Scores every wallet with both versions. Returns the largest change of score first. */
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

/** Returns the score of the newer version minus that of the older one. */
export const computeScoreChange = ({ before, after }: Comparison): number =>
  after.score - before.score

/** Returns whether the wallet has another level by the newer version. */
export const hasLevelChange = ({ before, after }: Comparison): boolean =>
  before.riskLevel !== after.riskLevel
