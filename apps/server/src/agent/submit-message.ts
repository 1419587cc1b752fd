import { createHash } from 'node:crypto'
import { getSequenceSeries, type SequenceSeries } from '@app/contracts/consent-message.ts'
import type { Address } from '@app/values/address.ts'
import type { AppealSubject } from '@app/values/governance.ts'
import type {
  BudgetKind,
  MessageActionKind,
  MessagePayload,
  SubmittedContent,
  SubmittedVote,
} from '../db/tables/agent-tables.ts'
import type { Context } from '../runtime/context.ts'
import { readHeartbeat } from './read-agent-status.ts'
import type { RequestOutcome } from './request-action.ts'
import {
  hasConflictingMessage,
  lockActions,
  type MessageAction,
  type NewAction,
  queueAction,
  readMessageAction,
} from './write-action.ts'
import { consumeBudget } from './write-budget.ts'

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
 * one failed: then it is queued again. Uses the budgets of signed messages, by signer and in all; appeals have their own.
 */
export async function submitMessage(
  context: Pick<Context, 'db' | 'config'>,
  request: SubmittedMessage,
): Promise<MessageOutcome> {
  const action = buildMessageAction(request)
  return await context.db.transaction().execute(async (db) => {
    await lockActions(db, request.address)
    const before = await readMessageAction(db, action)
    if (before !== null && before.status !== 'failed') {
      return { kind: 'accepted', actionId: before.id }
    }
    if (await hasConflictingMessage(db, { ...action, sequence: request.sequence })) {
      return { kind: 'sequence_taken' }
    }
    if (!(await readHeartbeat(db)).isAlive) return { kind: 'agent_unavailable' }
    const budgetRequest = { kind: getBudget(request.content), client: request.address }
    const exhausted = await consumeBudget(db, budgetRequest, context.config.agent.relayBudget)
    if (exhausted !== null) return { kind: 'budget_exhausted', ...exhausted }
    return { kind: 'accepted', actionId: await queueAction(db, action) }
  })
}

/** Appeals do not share the budget of other messages, so that nobody can use up theirs. */
const getBudget = ({ kind }: SubmittedContent): BudgetKind =>
  kind === 'appeal' ? 'relay_appeal' : 'relay'

/** Finds the action that sends exactly this message, with these signatures; failed ones included. */
export async function findSubmittedMessage(
  { db }: Pick<Context, 'db'>,
  request: SubmittedMessage,
): Promise<MessageAction | null> {
  const action = buildMessageAction(request)
  const stored = await readMessageAction(db, action)
  if (stored === null || stored.contentHash !== action.evidenceHash) return null
  return JSON.stringify(stored.signatures) === JSON.stringify(toSorted(request)) ? stored : null
}

function buildMessageAction(request: SubmittedMessage): NewAction {
  const { address, content, sequence, validUntil } = request
  const series = getSequenceSeries(content.kind)
  const payload: MessagePayload = { content, sequence, validUntil, signatures: toSorted(request) }
  const evidenceHash = hashContent(content, validUntil)
  return {
    kind: KINDS[series],
    address,
    idempotencyKey: `${series}:${sequence}:${evidenceHash}`,
    evidenceHash,
    reason: describeMessage(address, content),
    payload,
  }
}

/** Fields in the order in which they are stored, so that two equal lists have equal JSON. */
const toSorted = ({ signatures }: MessagePayload): MessagePayload['signatures'] =>
  signatures.map(({ keyId, signature }) => ({ keyId, signature: signature.toLowerCase() }))

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
