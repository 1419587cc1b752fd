import type { Facts, HoldingFacts } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { loadFactsFromAllBlocks } from '../facts/load-facts.ts'
import type { BlockRange } from '../indexer/next-range.ts'
import { createExposureStage } from '../indexer/stages/create-exposure-stage.ts'
import type { NewLabel } from '../labels/label.ts'
import { upsertLabels } from '../labels/upsert-label.ts'
import type { Context } from '../runtime/context.ts'
import { runUntilIdle } from '../runtime/stage.ts'
import { readTaintLevel, writeHoldings } from './queries.ts'
import { type ScanOptions, scanBlocks } from './scan-blocks.ts'

export interface Rescan {
  /** Blocks to index. */
  coverage: BlockRange
  address: Address
  labels: readonly NewLabel[]
  /** NFTs of the address as they were read at the last block; `null` if they were not. */
  holdings: readonly HoldingFacts[] | null
}

export interface RescannedFacts {
  facts: Facts
  /** Returns the number of steps from a listed account; `null` for an account that is near none. */
  readTaintLevel(address: Address): Promise<number | null>
}

/** Indexes all blocks of a range into an empty database and loads the facts of an address from it. */
export async function rescanFacts(
  context: Context,
  { coverage, address, labels, holdings }: Rescan,
  options: ScanOptions,
): Promise<RescannedFacts> {
  await scanBlocks(context, coverage, options)
  await upsertLabels(context, labels)
  await runUntilIdle([createExposureStage(context)])
  await writeHoldings(context, address, holdings)
  const { network } = context.config
  const { facts } = await loadFactsFromAllBlocks(context.db, { address, network })
  return { facts, readTaintLevel: (counterparty) => readTaintLevel(context, counterparty) }
}
