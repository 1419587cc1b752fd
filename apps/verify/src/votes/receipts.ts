import type { VoteArchive } from '@app/api/schemas/vote-archive.ts'
import { buildEventTypeId } from '@app/contracts/resolve-imports.ts'
import type { ChainEvent } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import type { Network } from '@app/values/network.ts'
import { type Difference, findFirst, findFirstDifference } from '../check.ts'
import {
  listMessages,
  listProposals,
  listVotes,
  type MessageEntry,
  type ProposalEntry,
  type VoteEntry,
} from './archive-entries.ts'

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
    const { height } = claim.receipt
    const type = getEventType(claim, network)
    const key = `${height} ${type}`
    const events = blocks.get(key) ?? flow.getEvents(type, height, height)
    blocks.set(key, events)
    return events
  }
}

function findClaimDifference(claim: EventClaim, events: readonly ChainEvent[]): Difference | null {
  const { path, stated, event, receiptPath, receipt } = claim
  const { txId, height } = receipt
  const own = events.filter((candidate) => candidate.txId === txId)
  const found =
    own.find(({ fields }) => claim.isAbout(fields)) ??
    events.find(({ fields }) => claim.isAbout(fields)) ??
    own[0]
  if (found !== undefined) {
    return (
      findFirstDifference(path, claim.read(found), stated) ??
      findFirstDifference(receiptPath, readReceipt(found), receipt)
    )
  }
  const expected = `a transaction with ${event} of this in block ${height}`
  return { path: `${receiptPath}.txId`, expected, found: `${txId}, which has none there` }
}

/** What an event of the contract and the file state about one thing, in the form of the file. */
interface EventClaim {
  /** Path in the file. */
  path: string
  event: 'ProposalCreated' | 'VoteCast' | 'ProposalExecuted' | 'Accepted'
  /** What the file states. */
  stated: Record<string, unknown>
  receiptPath: string
  receipt: { txId: string; height: number; at: number }
  /** Whether an event is about this thing; its other fields may differ. */
  isAbout(fields: ChainEvent['fields']): boolean
  /** What an event states, with the fields of `stated`. */
  read(event: ChainEvent): Record<string, unknown>
}

/** What the file states about the creation of a proposal; of a withheld reason, only the hash. */
function buildCreationClaim({ path, proposal }: ProposalEntry): EventClaim {
  const { id, action, targetAddress, proposer, isAppeal, title, reasonHash } = proposal
  const { votingEndsAt, receipt, rank } = proposal
  const numbers = { flagNumber: proposal.flagNumber, freezeNumber: proposal.freezeNumber }
  const isShown = proposal.isReasonWithheld !== true
  const shown = isShown ? { reason: proposal.reason } : {}
  const texts = {
    action,
    targetAddress,
    ...numbers,
    proposer,
    rank,
    isAppeal,
    title,
    ...shown,
    reasonHash,
  }
  return {
    path,
    event: 'ProposalCreated',
    stated: { id, ...texts, votingEndsAt },
    receiptPath: `${path}.receipt`,
    receipt,
    isAbout: (fields) => Number(fields.id) === id,
    read: (event) => ({
      id: Number(event.fields.id),
      action: event.fields.action,
      targetAddress: event.fields.target,
      flagNumber: toNumber(event.fields.flagNumber),
      freezeNumber: toNumber(event.fields.freezeNumber),
      proposer: event.fields.proposer,
      rank: event.fields.rank,
      isAppeal: event.fields.isAppeal,
      title: event.fields.title,
      ...(isShown && { reason: event.fields.reason }),
      reasonHash: event.fields.reasonHash,
      votingEndsAt: toSeconds(event.fields.votingEndsAt),
    }),
  }
}

/** What the file states about a vote. */
function buildVoteClaim({ path, vote, proposal }: VoteEntry): EventClaim {
  const { voter, support, score, evidenceHash, publisher, receipt } = vote
  const { sequence } = vote.message
  return {
    path,
    event: 'VoteCast',
    stated: { voter, support, score, evidenceHash, publisher, message: { sequence } },
    receiptPath: `${path}.receipt`,
    receipt,
    isAbout: ({ id, ...fields }) =>
      Number(id) === proposal.id && fields.voter === voter && Number(fields.sequence) === sequence,
    read: (event) => ({
      voter: event.fields.voter,
      support: event.fields.support,
      score: Number(event.fields.scoreTenths) / 10,
      evidenceHash: event.fields.evidenceHash,
      publisher: event.fields.publisher,
      message: { sequence: Number(event.fields.sequence) },
    }),
  }
}

/** What the file states about the execution of a proposal; nothing when it was not executed. */
function buildExecutionClaims({ path, proposal }: ProposalEntry): EventClaim[] {
  const { id, execution } = proposal
  if (execution === null) return []
  const claim: EventClaim = {
    path: `${path}.execution`,
    event: 'ProposalExecuted',
    stated: {},
    receiptPath: `${path}.execution`,
    receipt: execution,
    isAbout: (fields) => Number(fields.id) === id,
    read: () => ({}),
  }
  return [claim]
}

/** What the file states about the acceptance of a message. */
function buildMessageClaim({ path, series, signer, message, receipt }: MessageEntry): EventClaim {
  const { sequence, validUntil } = message
  return {
    path,
    event: 'Accepted',
    stated: { validUntil },
    receiptPath: path.replace(/\.message$/, '.receipt'),
    receipt,
    isAbout: (fields) =>
      fields.address === signer && fields.series === series && Number(fields.sequence) === sequence,
    read: (event) => ({ validUntil: Number(event.fields.validUntil) }),
  }
}

const readReceipt = ({ txId, height, blockTimeMs }: ChainEvent) => ({
  txId,
  height,
  at: Math.floor(blockTimeMs / 1000),
})

/** A number that can be absent, as in the file. */
const toNumber = (value: unknown): number | undefined =>
  value === null ? undefined : Number(value)

/** Seconds of a UFix64, which `decodeCadence` gives in units of 10⁻⁸. */
const toSeconds = (value: unknown): number | null =>
  typeof value === 'bigint' ? Number(value / UNITS_PER_TOKEN) : null
