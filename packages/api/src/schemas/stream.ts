import * as Type from 'typebox'
import { ActionSchema } from './action.ts'
import { MetaSchema } from './envelope.ts'
import { ScoreResultSchema } from './score-result.ts'

/** Name of the server-sent event that carries a new score; its id numbers the scores. */
export const SCORE_EVENT = 'score'

/** The data of one `score` event: the same `data` and `meta` as `GET /v1/score/{address}`. */
export const ScoreEventSchema = Type.Object(
  { data: ScoreResultSchema, meta: Type.Optional(MetaSchema) },
  { title: 'ScoreEvent' },
)

export type ScoreEvent = Type.Static<typeof ScoreEventSchema>

/** Name of the server-sent event that tells how far an action on the account is; it has no id. */
export const ACTION_EVENT = 'action'

/** The data of one `action` event. */
export const ActionEventSchema = Type.Object({ data: ActionSchema }, { title: 'ActionEvent' })

export type ActionEvent = Type.Static<typeof ActionEventSchema>

/** How long a client waits before it opens a broken stream again, in milliseconds. */
export const STREAM_RETRY_MS = 2_000

/** A comment is sent this often, so that neither side keeps a dead stream open, in milliseconds. */
export const STREAM_HEARTBEAT_MS = 15_000
