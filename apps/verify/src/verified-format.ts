import type { BlockRange } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { ScanOptions } from '@app/server/rescan/rescan-facts.ts'
import type { Context } from '@app/server/runtime/context.ts'
import type { Network } from '@app/values/network.ts'
import type { CheckReporter, Difference, UncheckedClaim } from './check.ts'
import type { PastScoreSource } from './evidence/past-scores.ts'

/** An empty database of the network of a file, to index blocks in. */
export interface Scratch extends ScanOptions {
  context: Context
}

/** What a file is verified with. */
export interface Sources {
  /** `null`: the file alone is checked. */
  flow: FlowReader | null
  /** Opens a database for the blocks of a range; `null` without --full. */
  openScratch: ((range: BlockRange) => Promise<Scratch>) | null
  /** Past scores of the server; `null` where it is not asked. */
  pastScores: PastScoreSource | null
}

/** What a file alone shows. */
export const OFFLINE: Sources = { flow: null, openScratch: null, pastScores: null }

/** How files of one format are verified. */
export interface VerifiedFormat<T> {
  /** Parses a value; `source` is its name in errors. Throws `InvalidFileError` with the first invalid field. */
  parse(source: string, value: unknown): T
  describe(file: T): Description
  /** Checks the claims of a file, as far as the sources allow. Returns the first difference, or `null`. */
  verify(file: T, sources: Sources, report: CheckReporter): Promise<Difference | null>
  /** Returns what the sources cannot check, and what no source can check, by the fields of the file. */
  listUnchecked(file: T, has: { hasNode: boolean; isFull: boolean }): UncheckedClaim[]
}

interface Description {
  headline: string
  /** What only a node can show, such as '3 receipts'. */
  onChain: string
  /** The last line where all agrees, and where only all that was checked does. */
  verdicts: { complete: string; partial: string }
}

/** A file whose format is known. */
export interface OpenedFile {
  network: Network
  description: Description
  verify(sources: Sources, report: CheckReporter): Promise<Difference | null>
  listUnchecked(has: { hasNode: boolean; isFull: boolean }): UncheckedClaim[]
}

/** Binds a file to its format. */
export const bindFile = <T extends { network: Network }>(
  format: VerifiedFormat<T>,
  file: T,
): OpenedFile => ({
  network: file.network,
  description: format.describe(file),
  verify: (sources, report) => format.verify(file, sources, report),
  listUnchecked: (has) => format.listUnchecked(file, has),
})
