import type { Signer } from '@app/flow/keys/create-signer.ts'
import type { BlockRange } from '@app/flow/read/chain.ts'
import { ZERO_ADDRESS } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import { sql } from 'kysely'
import { createClearingStage } from '../agent/clearing/create-clearing-stage.ts'
import { createDiscoveryStage } from '../agent/create-discovery-stage.ts'
import { createDecisionStage } from '../agent/decision/create-decision-stage.ts'
import { skipChanges } from '../agent/write-backlog.ts'
import type { CursorRow, DecodedRow } from '../db/tables/chain-tables.ts'
import { createMirrorStage } from '../governance/mirror/create-mirror-stage.ts'
import { DECODING } from '../indexer/decode/decoding.ts'
import { createExposureStage } from '../indexer/stages/create-exposure-stage.ts'
import { writeRange } from '../indexer/write/write-range.ts'
import { findCurrentLabel, removeLabel, upsertLabels } from '../labels/change-labels.ts'
import type { Context } from '../runtime/context.ts'
import { runUntilIdle, type Stage } from '../runtime/stage.ts'
import { createScorerStages } from '../scorer/create-scorer-stages.ts'
import type { ReplayContext } from './open-replay-context.ts'
import { readBlocks, type StoredBlock } from './read-blocks.ts'
import {
  createTally,
  type PlacedEntry,
  type ReplayedAccusation,
  type ReplayReport,
  readAccusations,
  readNewEntries,
} from './read-outcome.ts'
import {
  type DatedLabelChange,
  type LabelMode,
  readDecodings,
  readLabelChanges,
  readLeadHeight,
  readVerdicts,
  type SourceDatabase,
} from './read-source.ts'
import { createSealingStage } from './write-sealed-actions.ts'

export interface ReplayOptions {
  /** Blocks to replay, all of them indexed at the source. */
  range: BlockRange
  /** First block that is indexed at the source. */
  indexedFrom: number
  labelMode: LabelMode
  /** Called after blocks were written. `isHistory`: the agent does not see them yet. */
  onBlock: (height: number, isHistory: boolean) => void
  signal: AbortSignal
}

/**
 * Before the range, so that the number of accounts that are judged in a day is known when it begins: an admission
 * by behaviour alone depends on it.
 */
const LEAD_MS = 2 * 86_400_000

/**
 * Feeds the blocks of a server, in order, to an agent that begins without memory two days before the range.
 * `context` must be on an empty database. Returns what the agent would have done in the range; the same blocks,
 * lists and settings always give the same report.
 */
export async function replayBlocks(
  source: SourceDatabase,
  context: ReplayContext,
  options: ReplayOptions,
): Promise<ReplayReport> {
  const { range, indexedFrom, labelMode } = options
  const leadHeight = (await readLeadHeight(source, range, LEAD_MS)) ?? range.fromHeight
  const labels = createLabelTimeline(context, await readLabelChanges(source, labelMode))
  const write = createBlockWriter(context, { indexedFrom, decoded: await readDecodings(source) })
  const run: Run = { source, context, options, labels, write }
  await writeHistory(run, leadHeight)
  const { entries, ...watched } = await watch(run, leadHeight)
  const accusations = await readAccusations(context.db, entries)
  const isInRange = ({ height }: ReplayedAccusation) => height >= range.fromHeight
  return {
    ...range,
    leadHeight,
    labelMode,
    ...watched,
    accusations: await addVerdicts(source, accusations.filter(isInRange)),
    accusedBefore: accusations.filter((accusation) => !isInRange(accusation)).length,
    problems: [...context.problems].sort(),
  }
}

interface Run {
  source: SourceDatabase
  context: ReplayContext
  options: ReplayOptions
  labels: LabelTimeline
  write: BlockWriter
}

/** Rows that are written at once while the agent does not watch. */
const ROWS_PER_WRITE = 5_000

/** Writes what was indexed before the lead-in. */
async function writeHistory({ source, options, write }: Run, leadHeight: number): Promise<void> {
  const range = { fromHeight: options.indexedFrom, toHeight: leadHeight - 1 }
  for await (const block of readBlocks(source, range, ROWS_PER_WRITE)) {
    options.signal.throwIfAborted()
    await write(block)
    options.onBlock(block.height, true)
  }
}

/** Lets the agent work after each block, from the lead-in on. */
async function watch({ source, context, options, labels, write }: Run, leadHeight: number) {
  const { fromHeight, toHeight } = options.range
  const stages = createReplayStages(context)
  const entries: PlacedEntry[] = []
  const tally = createTally(context.db)
  let isFirst = true
  for await (const block of readBlocks(source, { fromHeight: leadHeight, toHeight })) {
    options.signal.throwIfAborted()
    await labels(block.timeMs)
    if (isFirst) await skipHistory(context)
    isFirst = false
    if (block.height >= fromHeight) await tally.beforeBlock(block)
    await write(block)
    await runUntilIdle(stages)
    entries.push(...(await readNewEntries(context.db, entries.at(-1)?.id ?? 0, block)))
    options.onBlock(block.height, false)
  }
  return { entries, ...(await tally.finish()) }
}

/** Applies the lists to the accounts of the history, and counts none of these as changed. */
async function skipHistory(context: ReplayContext): Promise<void> {
  await runUntilIdle([createExposureStage(context)])
  await skipChanges(context.db)
  // Lets PostgreSQL plan for the rows that were written.
  await sql`analyze`.execute(context.db)
}

/** Applies the changes of the lists up to a block time, in Unix milliseconds. */
type LabelTimeline = (timeMs: number) => Promise<void>

/** Creates the timeline of changes, oldest first, in a database without labels. */
function createLabelTimeline(
  context: Pick<Context, 'db'>,
  changes: readonly DatedLabelChange[],
): LabelTimeline {
  let next = 0
  return async (timeMs) => {
    const from = next
    while ((changes[next]?.atMs ?? Number.POSITIVE_INFINITY) <= timeMs) next += 1
    const toKey = ({ label }: DatedLabelChange) =>
      JSON.stringify([label.address, label.kind, label.source])
    const last = new Map(changes.slice(from, next).map((change) => [toKey(change), change]))
    const added = [...last.values()].filter(({ isRemoval }) => !isRemoval)
    if (added.length > 0) {
      await upsertLabels(
        context,
        added.map(({ label }) => label),
      )
    }
    for (const { label, isRemoval } of last.values())
      if (isRemoval) await removeIfCurrent(context, label)
  }
}

async function removeIfCurrent(
  context: Pick<Context, 'db'>,
  label: DatedLabelChange['label'],
): Promise<void> {
  const current = await findCurrentLabel(context.db, label)
  if (current === null) return
  const { address, id } = current
  await removeLabel(context, { address, id, reason: 'It was removed at that time.' })
}

async function addVerdicts(
  source: SourceDatabase,
  accusations: readonly ReplayedAccusation[],
): Promise<ReplayedAccusation[]> {
  const addresses = accusations.map(({ address }) => address)
  const verdicts = await readVerdicts(source, addresses)
  return accusations.map((one) => ({ ...one, verdict: verdicts.get(one.address) ?? null }))
}

/** Creates the stages of a server from the written blocks to the agent's decisions, without the chain. */
function createReplayStages(context: Context): Stage[] {
  return [
    createExposureStage(context),
    createMirrorStage(context),
    createDiscoveryStage(context),
    ...createScorerStages(context).map(({ stage }) => stage),
    createDecisionStage(context),
    createSealingStage(context),
    createClearingStage(context, async () => NO_KEY),
  ]
}

/** Clearances of a replay reach nobody, so their signature is empty. */
const NO_KEY: Signer = {
  address: ZERO_ADDRESS,
  keyIndex: 0,
  publicKeyHex: '',
  signatureAlgorithm: 'ECDSA_P256',
  hashAlgorithm: 'SHA3_256',
  sign: () => new Uint8Array(64),
}

/** Writes blocks above those that it wrote before. */
type BlockWriter = (block: StoredBlock) => Promise<void>

/**
 * Creates a writer for a database without blocks. The blocks from `indexedFrom` on count as indexed, by the decoding that
 * has read them at the source: those without rows have no events.
 */
function createBlockWriter(
  { pool, config }: Pick<Context, 'pool' | 'config'>,
  { indexedFrom, decoded }: { indexedFrom: number; decoded: readonly DecodedRow[] },
): BlockWriter {
  let before: CursorRow | null = null
  return async ({ height, timeMs, rows }) => {
    const after: CursorRow = {
      direction: 'live',
      from_height: indexedFrom,
      to_height: height,
      block_id: null,
      parent_id: null,
      block_ms: timeMs,
      node_height: height,
    }
    const fromHeight = before === null ? indexedFrom : before.to_height + 1
    const decoding = findOldestDecoding(decoded, { fromHeight, toHeight: height })
    const range = { network: config.network, rows, decoding, hasContractEvents: true }
    if (!(await writeRange(pool, { ...range, before, after }))) {
      throw new FatalError('Another process writes to the scratch database; use one of its own.')
    }
    before = after
  }
}

/** The oldest decoding that has read any of the blocks. */
function findOldestDecoding(
  decoded: readonly DecodedRow[],
  { fromHeight, toHeight }: BlockRange,
): number {
  const own = decoded.filter(
    (range) => range.from_height <= toHeight && range.to_height >= fromHeight,
  )
  return Math.min(DECODING, ...own.map(({ decoding }) => decoding))
}
