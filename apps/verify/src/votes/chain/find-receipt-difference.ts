import type { VoteArchive } from '@app/api/schemas/governance/vote-archive.ts'
import { buildEventTypeId } from '@app/contracts/build-event-type-id.ts'
import type { ChainEvent } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { Network } from '@app/values/network.ts'
import { type Difference, findFirstDifference } from '../../checks/difference.ts'
import { findFirst } from '../checks/find-first.ts'
import { listMessages, listProposals, listVotes } from '../list-entries.ts'
import {
  buildCreationClaim,
  buildExecutionClaims,
  buildMessageClaim,
  buildVoteClaim,
  type EventClaim,
} from './event-facts.ts'

/** Checks that each receipt is of a sealed transaction whose event of the contract states the same. */
export async function findReceiptDifference(
  archive: VoteArchive,
  flow: FlowReader,
): Promise<Difference | null> {
  const read = createBlockReader(flow, archive.network)
  const pairs = await Promise.all(
    listClaims(archive).map(async (claim) => ({ claim, events: await read(claim) })),
  )
  return findFirst(pairs, ({ claim, events }) => findClaimDifference(claim, events))
}

/** Lists what the file states about events, in its order. */
export function listClaims(archive: VoteArchive): EventClaim[] {
  return [
    ...listProposals(archive).map(buildCreationClaim),
    ...listVotes(archive).map(buildVoteClaim),
    ...listMessages(archive).map(buildMessageClaim),
    ...listProposals(archive).flatMap(buildExecutionClaims),
  ]
}

/** Returns the type of the event on a network. */
export function getEventType({ event }: Pick<EventClaim, 'event'>, network: Network): string {
  const name =
    event === 'Accepted' ? 'DharmaConsent.Accepted' : (`DharmaGovernance.${event}` as const)
  return buildEventTypeId(name, network)
}

/** Creates a function that reads the events of a claim's type in its block, each block once. */
function createBlockReader(flow: FlowReader, network: Network) {
  const blocks = new Map<string, Promise<ChainEvent[]>>()
  return (claim: EventClaim): Promise<ChainEvent[]> => {
    const { height } = claim.stated.receipt
    const type = getEventType(claim, network)
    const key = `${height} ${type}`
    const events = blocks.get(key) ?? flow.getEvents(type, height, height)
    blocks.set(key, events)
    return events
  }
}

function findClaimDifference(claim: EventClaim, events: readonly ChainEvent[]): Difference | null {
  const { path, stated, event } = claim
  const { txId, height } = stated.receipt
  const own = events.filter((candidate) => candidate.txId === txId)
  const found =
    own.find(({ fields }) => claim.isAbout(fields)) ??
    events.find(({ fields }) => claim.isAbout(fields)) ??
    own[0]
  if (found !== undefined) return findFirstDifference(path, claim.read(found), stated)
  const expected = `a transaction with ${event} of this in block ${height}`
  return { path: `${path}.receipt.txId`, expected, found: `${txId}, which has none there` }
}
