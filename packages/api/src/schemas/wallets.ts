import * as Type from 'typebox'
import { AddressSchema, RiskLevelSchema } from './fields.ts'

const Count = Type.Integer({ minimum: 0 })

/** The newest score of one wallet, without its reasons. */
export const WalletScoreSchema = Type.Object(
  {
    address: AddressSchema,
    score: Type.Number({ minimum: 0, maximum: 100 }),
    riskLevel: RiskLevelSchema,
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
  },
  { title: 'WalletScore' },
)

export type WalletScore = Type.Static<typeof WalletScoreSchema>

/** The wallets of the network as they score now. */
export const WalletOverviewSchema = Type.Object(
  {
    scored: Type.Integer({
      minimum: 0,
      description:
        'Accounts with a score: those somebody asked about, and those with at least 8 transfers, which the agent judges by itself',
    }),
    accounts: Type.Integer({ minimum: 0, description: 'Accounts that the indexed blocks name' }),
    transfers: Type.Integer({
      minimum: 0,
      description: 'Indexed transfers of tokens that arrived at an account, without fees',
    }),
    levels: Type.Object(
      { TRUSTED: Count, NORMAL: Count, SUSPICIOUS: Count, HIGH_RISK: Count },
      { description: 'How many of the scored accounts have each level' },
    ),
    wallets: Type.Array(WalletScoreSchema, {
      maxItems: 400,
      description:
        'At most 300 scored accounts by a hash of their address, whatever they score, and at most 100 of those at high risk by the same hash: the same ones each time. All of them, where there are no more',
    }),
  },
  { title: 'WalletOverview' },
)

export type WalletOverview = Type.Static<typeof WalletOverviewSchema>
