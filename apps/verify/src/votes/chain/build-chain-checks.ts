import type { VoteArchive } from '@app/api/schemas/governance/vote-archive.ts'
import { buildEventTypeId } from '@app/contracts/build-event-type-id.ts'
import type { ChainEvent } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { NETWORKS } from '@app/values/network.ts'
import { readBlock } from '../../chain/read-block.ts'
import type { Check, Finding } from '../../checks/check.ts'
import { formatCount } from '../../checks/format-count.ts'
import { findStatusFinding } from '../checks/find-status-finding.ts'
import { findKeyFinding } from './find-key-finding.ts'
import { findMissingEvent } from './find-missing-event.ts'
import { findReceiptDifference, listClaims } from './find-receipt-difference.ts'
import { type ScanRange, scanEvents } from './scan-events.ts'

/** The node to check with, and who is told how far the scan is. */
export interface ChainSource {
  flow: FlowReader
  onScan(height: number, range: ScanRange): void
}

/** Builds the checks that ask a node. */
export function buildChainChecks(archive: VoteArchive, source: ChainSource): Check[] {
  const { flow } = source
  const scan = createScan(archive, source)
  const range = getScanRange(archive)
  const from = range === null ? 'The file' : `Blocks ${range.fromHeight} to ${range.toHeight}`
  return [
    {
      claim: `The chain has the events of ${formatCount(listClaims(archive).length, 'receipt')} with the same values.`,
      find: () => findReceiptOrBlockDifference(archive, flow),
    },
    {
      claim: 'The keys are those that the accounts of the signers had.',
      find: () => findKeyFinding(archive, flow),
    },
    {
      claim: `${from} have no other proposal, vote or execution.`,
      find: async () =>
        range === null ? NOTHING_TO_SCAN : findMissingEvent(archive, await scan()),
    },
    {
      claim: 'The statuses follow from votes, times and the events of the contract.',
      find: async () => findChainStatusFinding(archive, flow, await scan()),
    },
  ]
}

const NOTHING_TO_SCAN = {
  because: 'The file has no proposal, so it does not say from which block on it is complete.',
}

/** From the first proposal of the file on; `null` when it has none and the network no first block. */
function getScanRange({ proposals, toHeight, network }: VoteArchive): ScanRange | null {
  const { startHeight } = NETWORKS[network]
  const fromHeight = proposals[0]?.receipt.height ?? startHeight
  return typeof fromHeight === 'number' ? { fromHeight, toHeight } : null
}

/** Creates a function that scans the blocks once. */
function createScan(archive: VoteArchive, { flow, onScan }: ChainSource) {
  const range = getScanRange(archive)
  const types = SCANNED.map((name) => buildEventTypeId(name, archive.network))
  let events: Promise<ChainEvent[]> | null = null
  return (): Promise<ChainEvent[]> => {
    if (range === null) return Promise.resolve([])
    events ??= scanEvents(flow, range, { types, onBlock: (height) => onScan(height, range) })
    return events
  }
}

const SCANNED = [
  'DharmaGovernance.ProposalCreated',
  'DharmaGovernance.VoteCast',
  'DharmaGovernance.ProposalExecuted',
  'DharmaProposals.StatusChanged',
] as const

async function findReceiptOrBlockDifference(
  archive: VoteArchive,
  flow: FlowReader,
): Promise<Finding> {
  const { toHeight, proposals } = archive
  for (const [path, height] of [
    ['toHeight', toHeight],
    ['proposals[0].receipt.height', proposals[0]?.receipt.height ?? toHeight],
  ] as const) {
    if ((await readBlock(flow, height)) === null) {
      return { path, expected: 'a block of the chain', found: `${height}` }
    }
  }
  return await findReceiptDifference(archive, flow)
}

async function findChainStatusFinding(
  archive: VoteArchive,
  flow: FlowReader,
  events: readonly ChainEvent[],
): Promise<Finding> {
  const block = await flow.getBlockAtHeight(archive.toHeight)
  const now = Math.floor(block.timeMs / 1000)
  const finals = listFinalStatuses(archive, events)
  return findStatusFinding(archive, { time: { from: now, to: now }, finals })
}

const FINAL: readonly unknown[] = ['executed', 'rejected', 'expired']

function listFinalStatuses(
  { network }: VoteArchive,
  events: readonly ChainEvent[],
): Map<number, string> {
  const type = buildEventTypeId('DharmaProposals.StatusChanged', network)
  const changes = events.filter(
    (event) => event.type === type && FINAL.includes(event.fields.after),
  )
  return new Map(changes.map(({ fields }) => [Number(fields.id), String(fields.after)]))
}
