import { skipChanges } from '../agent/discovery/write-backlog.ts'
import type { BlockRange } from '../indexer/next-range.ts'
import { createExposureStage } from '../indexer/stages/create-exposure-stage.ts'
import { runUntilIdle } from '../runtime/stage.ts'
import { createReplayStages } from './create-stages.ts'
import { createLabelTimeline, type LabelMode, type LabelTimeline } from './label-timeline.ts'
import type { ReplayContext } from './open-replay-context.ts'
import { analyzeTables } from './queries.ts'
import { joinSmallBlocks, readBlocks } from './read-blocks.ts'
import { createEntryCollector, readAccusations } from './read-outcome.ts'
import type { Source } from './read-source.ts'
import { readLabelChanges, readLeadHeight, readVerdicts } from './read-source.ts'
import type { ReplayedAccusation, ReplayReport } from './replay-report.ts'
import { createTally } from './tally.ts'
import { type BlockWriter, createBlockWriter } from './write-blocks.ts'

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
  source: Source,
  context: ReplayContext,
  options: ReplayOptions,
): Promise<ReplayReport> {
  const { range, indexedFrom, labelMode } = options
  const leadHeight = (await readLeadHeight(source, range, LEAD_MS)) ?? range.fromHeight
  const labels = createLabelTimeline(context, await readLabelChanges(source), labelMode)
  const write = createBlockWriter(context, indexedFrom)
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
  source: Source
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
  for await (const block of joinSmallBlocks(readBlocks(source, range), ROWS_PER_WRITE)) {
    options.signal.throwIfAborted()
    await write(block)
    options.onBlock(block.height, true)
  }
}

/** Lets the agent work after each block, from the lead-in on. */
async function watch({ source, context, options, labels, write }: Run, leadHeight: number) {
  const { fromHeight, toHeight } = options.range
  const stages = createReplayStages(context)
  const collector = createEntryCollector(context.db)
  const tally = createTally(context)
  let isFirst = true
  for await (const block of readBlocks(source, { fromHeight: leadHeight, toHeight })) {
    options.signal.throwIfAborted()
    await labels(block.timeMs)
    if (isFirst) await skipHistory(context)
    isFirst = false
    if (block.height >= fromHeight) await tally.beforeBlock(block)
    await write(block)
    await runUntilIdle(stages)
    await collector.collect(block)
    options.onBlock(block.height, false)
  }
  return { entries: collector.entries, ...(await tally.finish()) }
}

/** Applies the lists to the accounts of the history, and counts none of these as changed. */
async function skipHistory(context: ReplayContext): Promise<void> {
  await runUntilIdle([createExposureStage(context)])
  await skipChanges(context.db)
  await analyzeTables(context.db)
}

async function addVerdicts(
  source: Source,
  accusations: readonly ReplayedAccusation[],
): Promise<ReplayedAccusation[]> {
  const addresses = accusations.map(({ address }) => address)
  const verdicts = await readVerdicts(source, addresses)
  return accusations.map((one) => ({ ...one, verdict: verdicts.get(one.address) ?? null }))
}
