import type { BlockRange } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { rescanContracts } from '@app/server/rescan/rescan-contracts.ts'
import {
  type Rescan,
  type RescannedFacts,
  rescanFacts,
  type ScanOptions,
} from '@app/server/rescan/rescan-facts.ts'
import type { Context } from '@app/server/runtime/context.ts'
import type { Network } from '@app/values/network.ts'
import type { Check, UncheckedClaim } from './check.ts'
import type { PastScoreSource } from './evidence/past-scores.ts'

/** What a file is verified with. */
export interface Sources {
  /** `null`: the file alone is checked. */
  flow: FlowReader | null
  /** Indexes blocks with the code of the server; `null` without --full. */
  scan: Scan | null
  /** Past scores of the server; `null` where it is not asked. */
  pastScores: PastScoreSource | null
}

/** What a file alone shows. */
export const OFFLINE: Sources = { flow: null, scan: null, pastScores: null }

/** Indexes all blocks of a range into an empty database. */
export interface Scan {
  /** Mirrors what the Dharma contracts did in them. */
  contracts(range: BlockRange): Promise<Context>
  /** Loads the facts of an address from them. */
  facts(rescan: Rescan): Promise<RescannedFacts>
}

/** An empty database of the network of a file. */
export interface Scratch extends ScanOptions {
  context: Context
}

/** Creates the scan into the database that `open` opens for the blocks of a range. */
export const createScan = (open: (range: BlockRange) => Promise<Scratch>): Scan => ({
  contracts: async (range) => {
    const { context, ...options } = await open(range)
    await rescanContracts(context, range, options)
    return context
  },
  facts: async (rescan) => {
    const { context, ...options } = await open(rescan.coverage)
    return await rescanFacts(context, rescan, options)
  },
})

/** A file of one of the formats. */
export interface VerifiedFile {
  network: Network
  headline: string
  /** What was counted in it, for the verdict. */
  counted: string
  /** Lists the checks that the sources allow. */
  listChecks(sources: Sources): Check[]
  /** Lists what the sources cannot check, and what no source can check, by the fields of the file. */
  listUnchecked(has: { hasNode: boolean; isFull: boolean }): UncheckedClaim[]
}
