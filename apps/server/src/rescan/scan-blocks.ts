import { setTimeout as pause } from 'node:timers/promises'
import type { Block } from '@app/flow/read/chain.ts'
import { RetryableError } from '@app/values/errors.ts'
import { type FetchedRange, fetchRange } from '../indexer/fetch/fetch-range.ts'
import { type BlockRange, findNextLiveRange } from '../indexer/next-range.ts'
import { appendRange } from '../indexer/stages/append-range.ts'
import type { Context } from '../runtime/context.ts'

export interface ScanOptions {
  /** Called after each range of blocks with its last height. */
  onBlock: (height: number) => void
  signal: AbortSignal
}

/** Indexes every block of the range into an empty database, in the same way as the indexer. */
export async function scanBlocks(
  context: Context,
  { fromHeight, toHeight }: BlockRange,
  { onBlock, signal }: ScanOptions,
): Promise<void> {
  let live: Awaited<ReturnType<typeof appendRange>> | null = null
  for (;;) {
    const range = findNextLiveRange(live?.to_height ?? fromHeight - 1, toHeight)
    if (range === null) return
    const { fetched, tip } = await fetchWithRetries(context, range, signal)
    live = await appendRange(context, { live, fetched, tip })
    onBlock(range.toHeight)
  }
}

/** Retries for three minutes: a node may be busy, or may not have its newest transactions yet. */
const MAX_ATTEMPTS = 36
const RETRY_DELAY_MS = 5_000

async function fetchWithRetries(
  { flow, config: { network } }: Context,
  range: BlockRange,
  signal: AbortSignal,
): Promise<{ fetched: FetchedRange; tip: Block }> {
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted()
    try {
      const tip = await flow.getLatestBlock()
      const query = { network, range, tipMs: tip.timeMs, isWithoutContractEvents: true }
      return { fetched: await fetchRange(flow, query), tip }
    } catch (error) {
      if (!(error instanceof RetryableError) || tries === MAX_ATTEMPTS) throw error
      await pause(RETRY_DELAY_MS, undefined, { signal })
    }
  }
}
