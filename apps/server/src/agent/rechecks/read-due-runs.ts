import { buildEventTypeId } from '@app/contracts/resolve-imports.ts'
import type { BlockEvents, BlockRange } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'

/** A scheduler run that announced a recheck. */
export interface DueRun {
  address: Address
  runId: bigint
}

/** The runs announced in the blocks up to `toHeight`. */
interface DueRuns {
  toHeight: number
  runs: DueRun[]
}

/** Maximum number of accounts scored in one step, unless a single block announces more. */
const MAX_RUNS_PER_STEP = 20

/**
 * Reads the runs announced in at most 250 blocks, or in as many whole blocks as one step can
 * handle.
 */
export async function readDueRuns(
  { flow, network }: { flow: FlowReader; network: Network },
  { fromHeight, toHeight }: BlockRange,
): Promise<DueRuns> {
  const type = buildEventTypeId('DharmaRecheck.RecheckDue', network)
  return limitToWholeBlocks(await flow.getEventsByBlock(type, fromHeight, toHeight), toHeight)
}

/**
 * Returns the runs of as many whole blocks as one step can handle; `toHeight` is the last of these
 * blocks. The chain executes the due runs of a block in any order, so here they are ordered by address.
 */
export function limitToWholeBlocks(blocks: readonly BlockEvents[], toHeight: number): DueRuns {
  const runs: DueRun[] = []
  for (const { height, events } of blocks) {
    const due = events.map(({ fields }) => ({
      address: toAddress(String(fields.address)),
      runId: BigInt(String(fields.runId)),
    }))
    runs.push(...due.sort((a, b) => (a.address < b.address ? -1 : 1)))
    if (runs.length >= MAX_RUNS_PER_STEP) return { toHeight: height, runs }
  }
  return { toHeight, runs }
}
