import type { VoteArchive } from '@app/api/schemas/vote-archive.ts'
import { buildEventTypeId } from '@app/contracts/resolve-imports.ts'
import type { BlockRange, ChainEvent } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { MAX_EVENT_BLOCKS } from '@app/flow/read/read-events.ts'
import { NETWORKS } from '@app/values/network.ts'
import { type Check, type Difference, type Finding, findFirst, pluralize } from '../check.ts'
import { readBlock } from '../read-block.ts'
import { findReceiptDifference, getEventType, listClaims } from './receipts.ts'
import { findKeyFinding } from './signatures.ts'
import { findStatusFinding } from './statuses.ts'

/** The node to check with, and who is told how far the scan is. */
export interface ChainSource {
  flow: FlowReader
  onScan(height: number, range: BlockRange): void
}

/** Builds the checks that ask a node. */
export function buildVoteChainChecks(archive: VoteArchive, source: ChainSource): Check[] {
  const { flow } = source
  const scan = createScan(archive, source)
  const range = getScanRange(archive)
  const from = range === null ? 'The file' : `Blocks ${range.fromHeight} to ${range.toHeight}`
  return [
    {
      claim: `The chain has the events of ${pluralize(listClaims(archive).length, 'receipt')} with the same values.`,
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
function getScanRange({ proposals, toHeight, network }: VoteArchive): BlockRange | null {
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

const COMPLETE = ['ProposalCreated', 'VoteCast', 'ProposalExecuted'] as const

/** Finds the first proposal, vote or execution of the chain that the file leaves out. */
function findMissingEvent(archive: VoteArchive, events: readonly ChainEvent[]): Difference | null {
  const claims = listClaims(archive)
  const first = archive.proposals[0]?.id ?? 0
  const known = events.filter(({ fields }) => Number(fields.id) >= first)
  return findFirst(known, (event) => {
    const kind = COMPLETE.find(
      (name) => getEventType({ event: name }, archive.network) === event.type,
    )
    const isStated = claims.some(
      (claim) =>
        claim.event === kind && claim.isAbout(event.fields) && claim.receipt.txId === event.txId,
    )
    return kind === undefined || isStated ? null : describeMissing(archive, kind, event)
  })
}

function describeMissing(
  { proposals }: VoteArchive,
  kind: (typeof COMPLETE)[number],
  { fields, txId, height }: ChainEvent,
): Difference {
  const index = proposals.findIndex(({ id }) => id === Number(fields.id))
  const where = `in transaction ${txId} of block ${height}`
  if (kind === 'VoteCast' && index >= 0) {
    const expected = `complete, with the vote of ${fields.voter} ${where}`
    return { path: `proposals[${index}].votes`, expected, found: 'without it' }
  }
  if (kind === 'ProposalExecuted' && index >= 0) {
    return {
      path: `proposals[${index}].execution`,
      expected: `the execution ${where}`,
      found: 'left out',
    }
  }
  const expected = `complete, with proposal ${fields.id}: ${kind} ${where}`
  return { path: 'proposals', expected, found: 'without it' }
}

interface ScanOptions {
  types: readonly string[]
  onBlock(height: number): void
}

/** Reads all events of some types in a range, in the order of the chain. */
async function scanEvents(
  flow: FlowReader,
  { fromHeight, toHeight }: BlockRange,
  { types, onBlock }: ScanOptions,
): Promise<ChainEvent[]> {
  const found: ChainEvent[] = []
  for (let from = fromHeight; from <= toHeight; from += MAX_EVENT_BLOCKS) {
    const to = Math.min(from + MAX_EVENT_BLOCKS - 1, toHeight)
    const events = await Promise.all(types.map((type) => flow.getEvents(type, from, to)))
    found.push(...events.flat().sort(compareOnChain))
    onBlock(to)
  }
  return found
}

const compareOnChain = (one: ChainEvent, other: ChainEvent): number =>
  one.height - other.height || one.txIndex - other.txIndex || one.eventIndex - other.eventIndex
