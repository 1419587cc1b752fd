import * as Type from 'typebox'
import { WalletScoreSchema } from './account.ts'
import { ActionSchema } from './action.ts'
import { AgentHistoryEntrySchema } from './agent.ts'
import { MetaSchema } from './envelope.ts'
import { ProposalSchema } from './proposal.ts'
import { ScoreResultSchema } from './score.ts'

export const PAGE_STREAM_URL = '/v1/stream'

/** What a page can follow of one account over its one stream, each with the address: `score:0x…`. */
export const ACCOUNT_TOPICS = ['score', 'alerts'] as const

/** What a page can follow of all accounts. */
export const GENERAL_TOPICS = ['all_alerts', 'proposals', 'wallets'] as const

export type StreamTopic = (typeof ACCOUNT_TOPICS)[number] | (typeof GENERAL_TOPICS)[number]

export const STATE_EVENT = 'state'

/** Milliseconds between two `state` events; a client that gets none for several of them reconnects. */
export const STATE_INTERVAL_MS = 5_000

export const SCORE_EVENT = 'score'

export const ScoreEventSchema = Type.Object(
  { data: ScoreResultSchema, meta: Type.Optional(MetaSchema) },
  { title: 'ScoreEvent' },
)

export type ScoreEvent = Type.Static<typeof ScoreEventSchema>

export const ACTION_EVENT = 'action'

export const ActionEventSchema = Type.Object({ data: ActionSchema }, { title: 'ActionEvent' })

export const PROPOSAL_EVENT = 'proposal'

export const ProposalEventSchema = Type.Object(
  { data: ProposalSchema, meta: Type.Optional(MetaSchema) },
  { title: 'ProposalEvent' },
)

export const ALERT_EVENT = 'alert'

export const AlertEventSchema = Type.Object(
  { data: AgentHistoryEntrySchema },
  { title: 'AlertEvent' },
)

export const StateEventSchema = Type.Object({ data: MetaSchema }, { title: 'StateEvent' })

export const WALLET_EVENT = 'wallet'

export const WalletEventSchema = Type.Object({ data: WalletScoreSchema }, { title: 'WalletEvent' })

export const STREAM_RETRY_MS = 2_000

/** Milliseconds between comments, by which both sides detect a broken stream. */
export const STREAM_HEARTBEAT_MS = 15_000
