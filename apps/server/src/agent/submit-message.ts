import { createHash } from 'node:crypto'
import { getSequenceSeries, type SequenceSeries } from '@app/contracts/consent-message.ts'
import type { Address } from '@app/values/address.ts'
import type { AppealSubject } from '@app/values/governance.ts'
import { sql } from 'kysely'
import type {
  ActionStatus,
  MessageActionKind,
  MessagePayload,
  SubmittedContent,
  SubmittedVote,
} from '../db/tables/agent-tables.ts'
import type { Context } from '../runtime/context.ts'
import { findUnfailed, type RequestOutcome, requestPaidAction } from './request-action.ts'
import { hasConflictingMessage, type NewAction } from './write-action.ts'

/** A message that a user signed and the agent sends. Signatures and eligibility were verified; the contract verifies again. */
export interface SubmittedMessage extends MessagePayload {
  /** The signer. */
  address: Address
}

export type MessageOutcome =
  | RequestOutcome
  /** Another message with this sequence number or a higher one is on its way. */
  | { kind: 'sequence_taken' }

const KINDS: Readonly<Record<SequenceSeries, MessageActionKind>> = {
  proposals: 'relay_proposal',
  votes: 'relay_vote',
  appeals: 'relay_appeal',
  reports: 'relay_report',
}

/**
 * Queues the sending of a signed message. The same message again returns the same action, unless that
 * one failed: then it is queued again. Uses the budgets of signed messages, by signer and in all; appeals have their own,
 * so that nobody can use up theirs.
 */
export function submitMessage(
  context: Pick<Context, 'db' | 'config'>,
  request: SubmittedMessage,
): Promise<MessageOutcome> {
  const action = buildMessageAction(request)
  const kind = request.content.kind === 'appeal' ? 'relay_appeal' : 'relay'
  return requestPaidAction<MessageOutcome>(context, {
    action,
    decideBefore: async (db) => {
      const before = await findUnfailed(db, action)
      if (before !== undefined) return before
      const isTaken = await hasConflictingMessage(db, { ...action, sequence: request.sequence })
      return isTaken ? { kind: 'sequence_taken' } : undefined
    },
    price: { kind, client: request.address, budget: context.config.agent.relayBudget },
  })
}

/** Finds the action that sends exactly this message, with these signatures; failed ones included. */
export async function findSubmittedMessage(
  { db }: Pick<Context, 'db'>,
  request: SubmittedMessage,
): Promise<{ id: number; status: ActionStatus } | null> {
  const { address, kind, idempotencyKey, payload } = buildMessageAction(request)
  const signatures = JSON.stringify(payload.signatures)
  const row = await db
    .selectFrom('agent_action')
    .select(['id', 'status'])
    .where('address', '=', address)
    .where('kind', '=', kind)
    .where('idempotency_key', '=', idempotencyKey)
    .where(sql<boolean>`payload -> 'signatures' = ${signatures}::jsonb`)
    .executeTakeFirst()
  return row ?? null
}

function buildMessageAction(request: SubmittedMessage) {
  const { address, content, sequence, validUntil } = request
  const series = getSequenceSeries(content.kind)
  const signatures = request.signatures.map(({ keyId, signature }) => ({
    keyId,
    signature: signature.toLowerCase(),
  }))
  const payload: MessagePayload = { content, sequence, validUntil, signatures }
  const evidenceHash = hashContent(content, validUntil)
  return {
    kind: KINDS[series],
    address,
    idempotencyKey: `${series}:${sequence}:${evidenceHash}`,
    evidenceHash,
    reason: describeMessage(address, content),
    payload,
  } satisfies NewAction
}

/** Signatures are left out: a key can sign the same message in many ways. */
function hashContent(content: SubmittedContent, validUntil: number): string {
  const fields = Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([fields, validUntil]))
    .digest('hex')
}

function describeMessage(signer: Address, content: SubmittedContent): string {
  switch (content.kind) {
    case 'proposal':
      return `${signer} proposed to ${content.action} ${content.target}.`
    case 'vote':
      return `${signer} voted ${content.votes.map(describeVote).join(', ')}.`
    case 'appeal':
      return `${signer} ${describeAppeal(content.against)}.`
    case 'report':
      return `${signer} flagged ${content.target}.`
    case 'report withdrawal':
      return `${signer} withdrew its flag of ${content.target}.`
    case 'vouch':
      return `${signer} vouched for ${content.target}.`
    case 'vouch withdrawal':
      return `${signer} withdrew its vouch for ${content.target}.`
  }
}

const describeVote = ({ proposalId, support }: SubmittedVote): string =>
  `${support ? 'for' : 'against'} proposal ${proposalId}`

const describeAppeal = (against: AppealSubject): string =>
  'flagNumber' in against
    ? `appealed against flag ${against.flagNumber}`
    : `appealed against freeze ${against.freezeNumber}`
