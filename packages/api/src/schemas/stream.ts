import * as Type from 'typebox'
import { WalletScoreSchema } from './account.ts'
import { ActionSchema } from './action.ts'
import { AgentHistoryEntrySchema } from './agent.ts'
import { MetaSchema } from './envelope.ts'
import { ProposalSchema } from './proposal.ts'
import { ScoreResultSchema } from './score.ts'

/** Path of the event stream of a whole page. */
export const PAGE_STREAM_URL = '/v1/stream'

/** What a page can follow of one account over its one stream, each with the address: `score:0x…`. */
export const ACCOUNT_TOPICS = ['score', 'alerts'] as const

/** What a page can follow of all accounts. */
export const GENERAL_TOPICS = ['all_alerts', 'proposals', 'wallets'] as const

export type StreamTopic = (typeof ACCOUNT_TOPICS)[number] | (typeof GENERAL_TOPICS)[number]

/** Name of the server-sent event that says how far the server is, and which of its parts fail. */
export const STATE_EVENT = 'state'

/** Milliseconds between two `state` events; a client that gets none for several of them reconnects. */
export const STATE_INTERVAL_MS = 5_000

/** Name of the server-sent event that carries a new score; its id is the number of the score. */
export const SCORE_EVENT = 'score'

/** The data of one `score` event: the same `data` and `meta` as `GET /v1/score/{address}`. */
export const ScoreEventSchema = Type.Object(
  { data: ScoreResultSchema, meta: Type.Optional(MetaSchema) },
  { title: 'ScoreEvent' },
)

export type ScoreEvent = Type.Static<typeof ScoreEventSchema>

/** Name of the server-sent event with the status of an action on the account; it has no id. */
export const ACTION_EVENT = 'action'

/** The data of one `action` event. */
export const ActionEventSchema = Type.Object({ data: ActionSchema }, { title: 'ActionEvent' })

/** Name of the server-sent event with a changed proposal. */
export const PROPOSAL_EVENT = 'proposal'

/** The data of one `proposal` event. */
export const ProposalEventSchema = Type.Object(
  { data: ProposalSchema, meta: Type.Optional(MetaSchema) },
  { title: 'ProposalEvent' },
)

/** Name of the server-sent event with a new entry of the agent's history. */
export const ALERT_EVENT = 'alert'

/** The data of one `alert` event. */
export const AlertEventSchema = Type.Object(
  { data: AgentHistoryEntrySchema },
  { title: 'AlertEvent' },
)

/** The data of one `state` event: `meta` of an answer at this time. */
export const StateEventSchema = Type.Object({ data: MetaSchema }, { title: 'StateEvent' })

/** Name of the server-sent event with the new score of any wallet. */
export const WALLET_EVENT = 'wallet'

/** The data of one `wallet` event. */
export const WalletEventSchema = Type.Object({ data: WalletScoreSchema }, { title: 'WalletEvent' })

/** Milliseconds that a client waits before it reconnects. */
export const STREAM_RETRY_MS = 2_000

/** Milliseconds between comments, by which both sides detect a broken stream. */
export const STREAM_HEARTBEAT_MS = 15_000
