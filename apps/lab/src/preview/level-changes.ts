import type { RiskLevel } from '@app/values/risk-level.ts'
import type { Engine } from '../measure/engine.ts'
import type { ScoredWalletFacts } from './scored-wallet-facts.ts'

interface ScoreAndLevel {
  score: number
  riskLevel: RiskLevel
}

/** The results of two versions of the score for one wallet. */
export interface WalletComparison {
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
