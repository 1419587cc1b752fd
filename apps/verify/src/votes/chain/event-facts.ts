import type { ChainEvent } from '@app/flow/read/chain.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import type { MessageEntry, ProposalEntry, VoteEntry } from '../list-entries.ts'

/** What an event of the contract and the file state about one thing, in the form of the file. */
export interface EventClaim {
  /** Path in the file. */
  path: string
  event: 'ProposalCreated' | 'VoteCast' | 'ProposalExecuted' | 'Accepted'
  /** What the file states. */
  stated: { receipt: { txId: string; height: number; at: number } } & Record<string, unknown>
  /** Whether an event is about this thing; its other fields may differ. */
  isAbout(fields: ChainEvent['fields']): boolean
  /** What an event states, with the fields of `stated`. */
  read(event: ChainEvent): Record<string, unknown>
}

/** What the file states about the creation of a proposal; of a withheld reason, only the hash. */
export function buildCreationClaim({ path, proposal }: ProposalEntry): EventClaim {
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
    stated: { id, ...texts, votingEndsAt, receipt },
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
      receipt: readReceipt(event),
    }),
  }
}

/** What the file states about a vote. */
export function buildVoteClaim({ path, vote, proposal }: VoteEntry): EventClaim {
  const { voter, support, score, evidenceHash, publisher, receipt } = vote
  const { sequence } = vote.message
  return {
    path,
    event: 'VoteCast',
    stated: { voter, support, score, evidenceHash, publisher, message: { sequence }, receipt },
    isAbout: ({ id, ...fields }) =>
      Number(id) === proposal.id && fields.voter === voter && Number(fields.sequence) === sequence,
    read: (event) => ({
      voter: event.fields.voter,
      support: event.fields.support,
      score: Number(event.fields.scoreTenths) / 10,
      evidenceHash: event.fields.evidenceHash,
      publisher: event.fields.publisher,
      message: { sequence: Number(event.fields.sequence) },
      receipt: readReceipt(event),
    }),
  }
}

/** What the file states about the execution of a proposal; nothing when it was not executed. */
export function buildExecutionClaims({ path, proposal }: ProposalEntry): EventClaim[] {
  const { id, execution } = proposal
  if (execution === null) return []
  const claim: EventClaim = {
    path: `${path}.execution`,
    event: 'ProposalExecuted',
    stated: { receipt: execution },
    isAbout: (fields) => Number(fields.id) === id,
    read: (event) => ({ receipt: readReceipt(event) }),
  }
  return [claim]
}

/** What the file states about the acceptance of a message. */
export function buildMessageClaim({
  path,
  series,
  signer,
  message,
  receipt,
}: MessageEntry): EventClaim {
  const { sequence, validUntil } = message
  return {
    path,
    event: 'Accepted',
    stated: { validUntil, receipt },
    isAbout: (fields) =>
      fields.address === signer && fields.series === series && Number(fields.sequence) === sequence,
    read: (event) => ({ validUntil: Number(event.fields.validUntil), receipt: readReceipt(event) }),
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
