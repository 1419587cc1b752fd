import { type Kysely, sql } from 'kysely'
import { holdLockUntilCommit } from '../../db/locks.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { readAllSubscribers } from '../events/read-subscribers.ts'
import type { AlertEvent } from '../events/subscriber.ts'
import { writeAlerts } from '../events/write-alerts.ts'
import { buildPipelineMessage } from '../messages/build-pipeline-message.ts'
import type { AlertRoom } from '../room.ts'

/** What a look at the indexed blocks showed. */
export interface PipelineSight {
  /** The latest indexed block; `timeMs` is its block time. */
  tip: { toHeight: number; timeMs: number }
  /** Few blocks of the node are missing. */
  isInStep: boolean
  /** The chain itself has no newer block, and needs none. */
  isQuiet: boolean
}

interface PipelineState {
  height: number
  /** Seconds since a block was added, and since the indexer was in step, by the server's clock. */
  stillSeconds: number
  behindSeconds: number
  delayedSince: Date | null
  now: Date
}

const DELAY_SECONDS = 600

/** Notes what was seen, and tells every subscriber of a delay that began or ended. */
export async function writePipeline(
  { context, queue }: Pick<AlertRoom, 'context' | 'queue'>,
  sight: PipelineSight,
): Promise<void> {
  await context.db.transaction().execute(async (db) => {
    await holdLockUntilCommit(db, 'alerts')
    const state = await noteSight(db, sight)
    const event = decideEvent(state, sight)
    if (event === null) return
    await noteDelay(db, event.delayedSince)
    const subscribers = await readAllSubscribers(db)
    await writeAlerts(db, queue, [{ event: event.alert, subscribers }])
  })
}

/**
 * A block that was added, or is not missing, resets the clock. One that was set back begins anew: otherwise no delay
 * would be noticed until it has caught up.
 */
async function noteSight(db: Kysely<Tables>, sight: PipelineSight): Promise<PipelineState> {
  const { tip, isInStep, isQuiet } = sight
  const { rows } = await sql<PipelineState>`
    insert into alert_pipeline as known (height, height_at, in_step_at)
    values (${tip.toHeight}, now(), now())
    on conflict (is_only) do update set
      height = excluded.height,
      height_at = case when excluded.height <> known.height or ${isQuiet} then now()
        else least(known.height_at, now()) end,
      in_step_at = case when ${isInStep || isQuiet} then now()
        else least(known.in_step_at, now()) end
    returning height, extract(epoch from now() - height_at)::int as "stillSeconds",
      extract(epoch from now() - in_step_at)::int as "behindSeconds",
      delayed_since as "delayedSince", now() as now`.execute(db)
  const [state] = rows
  if (state === undefined) throw new RangeError('the state of the pipeline was not stored')
  return state
}

async function noteDelay(db: Kysely<Tables>, delayedSince: Date | null): Promise<void> {
  await db.updateTable('alert_pipeline').set({ delayed_since: delayedSince }).execute()
}

interface PipelineEvent {
  alert: AlertEvent
  delayedSince: Date | null
}

function decideEvent(state: PipelineState, { tip, isInStep }: PipelineSight): PipelineEvent | null {
  const { delayedSince, now } = state
  const lateSeconds = Math.max(state.stillSeconds, state.behindSeconds)
  if (delayedSince === null && lateSeconds > DELAY_SECONDS) {
    const since = new Date(now.getTime() - lateSeconds * 1000)
    return { alert: buildEvent('pipeline.delayed', { state, tip, since }), delayedSince: since }
  }
  if (delayedSince !== null && isInStep && lateSeconds <= DELAY_SECONDS) {
    const since = delayedSince
    return { alert: buildEvent('pipeline.recovered', { state, tip, since }), delayedSince: null }
  }
  return null
}

function buildEvent(
  type: 'pipeline.delayed' | 'pipeline.recovered',
  { state, tip, since }: { state: PipelineState; tip: PipelineSight['tip']; since: Date },
): AlertEvent {
  const { now } = state
  const delay = { now, indexedHeight: tip.toHeight, delayedSince: since }
  const message = buildPipelineMessage(type, delay)
  const cause = `${type} ${since.getTime()}`
  return { address: null, cause, atMs: tip.timeMs, caseId: null, message }
}
