import { setTimeout as pause } from 'node:timers/promises'
import type { Block, BlockRange } from '@app/flow/read/chain.ts'
import type { Facts, HoldingFacts } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { RetryableError } from '@app/values/errors.ts'
import type { Party } from '@app/values/evm-address.ts'
import type { Network } from '@app/values/network.ts'
import { readConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { loadFactsFromAllBlocks } from '../facts/load-facts.ts'
import { withChainCheck } from '../flow-access/with-chain-check.ts'
import { type Decoding, getDecoding } from '../indexer/decode/decoding.ts'
import { type FetchedRange, fetchRange } from '../indexer/fetch/fetch-range.ts'
import { findNextLiveRange } from '../indexer/next-range.ts'
import { appendRange } from '../indexer/stages/append-range.ts'
import { createExposureStage } from '../indexer/stages/create-exposure-stage.ts'
import { upsertLabels } from '../labels/change-labels.ts'
import type { NewLabel } from '../labels/label.ts'
import { type Context, closeContext, createContext } from '../runtime/context.ts'
import { runUntilIdle } from '../runtime/stage.ts'
import { hasTransfer, readTaintLevel, writeHoldings } from './scan-database.ts'

export interface Rescan {
  /** Blocks to index. */
  coverage: BlockRange
  /** Number of the decoding that the facts follow from. */
  decoding: number
  address: Address
  labels: readonly NewLabel[]
  /** NFTs of the address as they were read at the last block; `null` if they were not. */
  holdings: readonly HoldingFacts[] | null
}

export interface RescannedFacts {
  facts: Facts
  /** Returns the number of steps from a listed account; `null` for an account that is near none. */
  readTaintLevel(address: Party): Promise<number | null>
  /** Returns whether the address has a transfer in a transaction with a counterparty. */
  hasTransfer(cited: { txId: string; counterparty: Party | null }): Promise<boolean>
}

/** Indexes all blocks of a range into an empty database and loads the facts of an address from it. */
export async function rescanFacts(
  context: Context,
  { coverage, decoding, address, labels, holdings }: Rescan,
  options: ScanOptions,
): Promise<RescannedFacts> {
  const scan = { ...coverage, decoding: getDecoding(decoding), isWithoutContractEvents: true }
  await scanBlocks(context, scan, options)
  await upsertLabels(context, labels)
  await runUntilIdle([createExposureStage(context)])
  await writeHoldings(context, address, holdings)
  const { network } = context.config
  const { facts } = await loadFactsFromAllBlocks(context.db, { address, network, decoding })
  return {
    facts,
    readTaintLevel: (counterparty) => readTaintLevel(context, counterparty),
    hasTransfer: (cited) => hasTransfer(context, address, cited),
  }
}

export interface ScanOptions {
  /** Called after each range of blocks with its last height. */
  onBlock: (height: number) => void
  signal: AbortSignal
}

interface Scan extends BlockRange {
  decoding: Decoding
  /** Whether to leave out the events of the Dharma contracts. */
  isWithoutContractEvents: boolean
}

/** Indexes every block of the range into an empty database, in the same way as the indexer. */
export async function scanBlocks(
  context: Context,
  { fromHeight, toHeight, ...reading }: Scan,
  { onBlock, signal }: ScanOptions,
): Promise<void> {
  let live: Awaited<ReturnType<typeof appendRange>> | null = null
  for (;;) {
    const range = findNextLiveRange(live?.to_height ?? fromHeight - 1, toHeight)
    if (range === null) return
    const { fetched, tip } = await fetchWithRetries(context, { range, ...reading }, signal)
    live = await appendRange(context, { live, fetched, tip })
    onBlock(range.toHeight)
  }
}

/** Retries for three minutes: a node may be busy, or may not have its newest transactions yet. */
const MAX_ATTEMPTS = 36
const RETRY_DELAY_MS = 5_000

async function fetchWithRetries(
  context: Context,
  blocks: Pick<Scan, 'decoding' | 'isWithoutContractEvents'> & { range: BlockRange },
  signal: AbortSignal,
): Promise<{ fetched: FetchedRange; tip: Block }> {
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted()
    try {
      const tip = await context.flow.getLatestBlock()
      return { fetched: await fetchRange(context, { ...blocks, tipMs: tip.timeMs }), tip }
    } catch (error) {
      if (!(error instanceof RetryableError) || tries === MAX_ATTEMPTS) throw error
      await pause(RETRY_DELAY_MS, undefined, { signal })
    }
  }
}

export interface ScanSource {
  /** An empty database. */
  databaseUrl: string
  network: Network
  accessNodeUrl: string
  signal: AbortSignal
}

/** Creates all tables in the database and opens a context for `rescanFacts`; `resources` closes it. */
export async function openScanContext(
  { databaseUrl, network, accessNodeUrl, signal }: ScanSource,
  resources: AsyncDisposableStack,
): Promise<Context> {
  const config = readConfig({
    FLOW_NETWORK: network,
    FLOW_ACCESS_NODE: accessNodeUrl,
    LOG_LEVEL: 'silent',
  })
  const opened = createContext({ ...config, databaseUrl }, { signal })
  resources.defer(() => closeContext(opened))
  await migrate(opened.pool)
  return { ...opened, flow: withChainCheck(opened.flow, network) }
}
