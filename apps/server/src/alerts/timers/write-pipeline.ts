import { type Kysely, sql } from 'kysely'
import { holdLockUntilCommit } from '../../db/locks.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { type IndexedTip, loadIndexedTip } from '../../facts/load-indexed-tip.ts'
import type { Stage } from '../../runtime/stage.ts'
import type { Notice } from '../alert.ts'
import { buildPipelineMessage } from '../messages/build-messages.ts'
import type { AlertRoom } from '../room.ts'
import { readAllSubscribers } from '../writing/read-subscribers.ts'
import { writeAlerts } from '../writing/write-alerts.ts'

/** What the index and the node showed. */
interface PipelineReading {
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

/** The indexer counts as in step with the node up to this lag: 10 s of testnet. */
const IN_STEP_BLOCKS = 20

const DELAY_SECONDS = 600

/**
 * Creates the stage that tells every subscriber once when blocks are not indexed in time, by the clock of
 * the server, and once when they are again.
 */
export function createPipelineStage(room: AlertRoom): Stage {
  const step = async () => {
    const tip = await loadIndexedTip(room.context)
    if (tip !== null) await writePipeline(room, await readPipeline(room, tip))
    return 'idle' as const
  }
  return { name: 'pipeline heartbeat', step }
}

async function readPipeline({ context }: AlertRoom, tip: IndexedTip): Promise<PipelineReading> {
  const isQuiet = context.config.network === 'local' && (await isChainQuiet(context, tip))
  return { tip, isInStep: tip.lagBlocks <= IN_STEP_BLOCKS, isQuiet }
}

/** A local chain makes blocks only for transactions: no block is missing when the node has no higher one. */
async function isChainQuiet(
  { flow }: Pick<AlertRoom['context'], 'flow'>,
  { toHeight }: IndexedTip,
): Promise<boolean> {
  const latest = await flow.getLatestBlock().catch(() => null)
  return latest !== null && latest.height <= toHeight
}

/** Notes what was seen, and tells every subscriber of a delay that began or ended. */
async function writePipeline(
  { context, queue }: Pick<AlertRoom, 'context' | 'queue'>,
  reading: PipelineReading,
): Promise<void> {
  await context.db.transaction().execute(async (db) => {
    await holdLockUntilCommit(db, 'alerts')
    const state = await writeReading(db, reading)
    const change = decideChange(state, reading)
    if (change === null) return
    await writeDelay(db, change.delayedSince)
    const subscribers = await readAllSubscribers(db)
    await writeAlerts({ db, queue }, [{ notice: change.notice, subscribers }])
  })
}

/**
 * A block that was added, or is not missing, resets the clock. One that was set back begins anew: otherwise no delay
 * would be noticed until it has caught up.
 */
async function writeReading(db: Kysely<Tables>, reading: PipelineReading): Promise<PipelineState> {
  const { tip, isInStep, isQuiet } = reading
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

async function writeDelay(db: Kysely<Tables>, delayedSince: Date | null): Promise<void> {
  await db.updateTable('alert_pipeline').set({ delayed_since: delayedSince }).execute()
}

function decideChange(
  state: PipelineState,
  { tip, isInStep }: PipelineReading,
): { notice: Notice; delayedSince: Date | null } | null {
  const { delayedSince, now } = state
  const lateSeconds = Math.max(state.stillSeconds, state.behindSeconds)
  if (delayedSince === null && lateSeconds > DELAY_SECONDS) {
    const since = new Date(now.getTime() - lateSeconds * 1000)
    return { notice: buildNotice('pipeline.delayed', { state, tip, since }), delayedSince: since }
  }
  if (delayedSince !== null && isInStep && lateSeconds <= DELAY_SECONDS) {
    const since = delayedSince
    return { notice: buildNotice('pipeline.recovered', { state, tip, since }), delayedSince: null }
  }
  return null
}

function buildNotice(
  type: 'pipeline.delayed' | 'pipeline.recovered',
  { state, tip, since }: { state: PipelineState; tip: PipelineReading['tip']; since: Date },
): Notice {
  const { now } = state
  const delay = { now, indexedHeight: tip.toHeight, delayedSince: since }
  const message = buildPipelineMessage(type, delay)
  const cause = `${type} ${since.getTime()}`
  return { address: null, cause, atMs: tip.timeMs, caseId: null, message }
}
