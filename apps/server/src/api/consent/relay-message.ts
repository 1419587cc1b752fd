import type { OpenedAppeal } from '@app/api/schemas/case.ts'
import type { VoteChoice, WalletSignature } from '@app/api/schemas/proposal.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { toIsoTime } from '@app/values/time.ts'
import type { FastifyRequest } from 'fastify'
import {
  findSubmittedMessage,
  type SubmittedMessage,
  submitMessage,
} from '../../agent/submit-message.ts'
import type { SubmittedContent, SubmittedVote } from '../../db/tables/agent-tables.ts'
import { formatContractSentence } from '../../flow-access/format-contract-sentence.ts'
import type { Context } from '../../runtime/context.ts'
import { isFailedOrIndexed, waitForAction, waitUntilFound } from '../actions/wait-for-action.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../api-failure.ts'
import { requireOwnOrigin } from '../http/origins.ts'
import { checkConsent } from './check-consent.ts'
import { isAboutScores } from './check-vote-eligibility.ts'
import { requireActionId, toRelayRefusal } from './to-relay-refusal.ts'

export interface RelayResult {
  actionId: number
  caseId: string
  txId: string
  /** Whether the transaction is sealed and the block indexed. */
  isIndexed: boolean
}

/** What a route checks besides signatures and numbers; each check throws `ApiFailure`. */
interface RelayChecks {
  /** Before anything is read from the chain. */
  checkSubject?: () => Promise<void>
  /** After the signatures were verified. */
  checkSigner?: () => Promise<void>
  /** Ends every wait. */
  signal: AbortSignal
}

/**
 * Returns the signature of a request. Throws `ApiFailure` when it has none, `message` telling what to
 * do, and when a page of another website sent it.
 */
export function requireWallet(
  { context }: Pick<Api, 'context'>,
  request: FastifyRequest,
  { wallet, message }: { wallet: WalletSignature | undefined; message: string },
): WalletSignature {
  if (wallet === undefined)
    throw new ApiFailure('wallet_required', { message, details: [NO_WALLET] })
  requireOwnOrigin(request, context.config.api.webOrigins)
  return wallet
}

/** Returns the message that a request has signed. Throws `ApiFailure` like `requireWallet`. */
export function requireSigned(
  api: Pick<Api, 'context'>,
  request: FastifyRequest,
  signature: { wallet: WalletSignature | undefined; message: string },
  content: SubmittedContent,
): SubmittedMessage {
  const { address, sequence, validUntil, signatures } = requireWallet(api, request, signature)
  return { address: toAddress(address), content, sequence, validUntil, signatures }
}

const NO_WALLET = {
  field: 'wallet',
  message: 'wallet is missing: it has the signatures of the message of POST /v1/messages',
}

/**
 * Verifies a signed message, has the agent relay it, and waits until the transaction is sealed and
 * indexed. A message that was relayed before is not sent again. Throws `ApiFailure` when it is refused
 * here or on the chain, or was not sent in time.
 */
export async function relayMessage(
  api: Api,
  message: SubmittedMessage,
  checks: RelayChecks,
): Promise<RelayResult> {
  const { address } = message
  const id = (await findRelayId(api, message)) ?? (await queueOrFindRelay(api, message, checks))
  const state = await waitForAction(api, { address, id }, checks.signal)
  const { status, txId, problem, caseId, isMoot } = state
  if (status === 'failed') {
    if (isMoot && problem !== null) throw toRelayRefusal(message.content.kind, problem)
    const sentence = problem === null ? {} : { message: formatContractSentence(problem) }
    throw new ApiFailure('transaction_failed', sentence)
  }
  if (txId === null) throw new ApiFailure('transaction_not_sent')
  return { actionId: id, caseId, txId, isIndexed: await isFailedOrIndexed(api.context, state) }
}

/** Returns the id of the action that relays or has relayed the message; `null` when there is none. */
async function findRelayId({ context }: Api, message: SubmittedMessage): Promise<number | null> {
  const found = await findSubmittedMessage(context, message)
  return found === null || found.status === 'failed' ? null : found.id
}

/** While a copy of the message was checked, another one may have been relayed, and so used its number. */
async function queueOrFindRelay(
  api: Api,
  message: SubmittedMessage,
  { checkSubject, checkSigner }: RelayChecks,
): Promise<number> {
  try {
    await checkSubject?.()
    await checkConsent(api.context, message)
    api.signerLimiter.count(message.address)
    await checkSigner?.()
    return requireActionId(await submitMessage(api.context, message))
  } catch (error) {
    const isUsed = error instanceof ApiFailure && error.code === 'sequence_refused'
    const id = isUsed ? await findRelayId(api, message) : null
    if (id === null) throw error
    return id
  }
}

/**
 * Relays a vote like `relayMessage`, and once more where the voter's record passed its 24 hours between
 * the check and the block of the transaction: the second check finds it outdated and publishes it again.
 */
export async function relayVote(
  api: Api,
  vote: SubmittedMessage,
  checks: RelayChecks,
): Promise<RelayResult> {
  let isRefusedHere = false
  const checkSigner = async () => {
    await checks.checkSigner?.().catch((error: unknown) => {
      isRefusedHere = true
      throw error
    })
  }
  try {
    return await relayMessage(api, vote, { ...checks, checkSigner })
  } catch (error) {
    if (isRefusedHere || !isAboutRecord(error)) throw error
    return await relayMessage(api, vote, checks)
  }
}

const isAboutRecord = (error: unknown) =>
  error instanceof ApiFailure && error.code === 'not_eligible' && isAboutScores(error.message)

/**
 * Returns votes without further fields of the request, which their signer has not signed. Throws
 * `ApiFailure` when a proposal comes twice in the list, which is the `field` of the request.
 */
export function toVotes(choices: readonly VoteChoice[], field: string): SubmittedVote[] {
  const ids = choices.map(({ proposalId }) => proposalId)
  const twice = ids.find((id, index) => ids.indexOf(id) < index)
  if (twice !== undefined) {
    const message = `${field} must name each proposal once, but names proposal ${twice} twice`
    throw new ApiFailure('invalid_request', { message, details: [{ field, message }] })
  }
  return choices.map(({ proposalId, support }) => ({ proposalId, support }))
}

/**
 * Resolves with the first result of `find` that is not `null`, or with `null` when `signal` aborts:
 * the mirror of the governance follows the indexed blocks.
 */
export const waitForMirror = <Found>(
  api: Pick<Api, 'notifications' | 'limits'>,
  find: () => Promise<Found | null>,
  signal: AbortSignal,
): Promise<Found | null> =>
  waitUntilFound(api, find, {
    channels: ['governance_changed', 'cases_changed', 'chain_advanced'],
    signal: AbortSignal.any([signal, AbortSignal.timeout(api.limits.chainWaitMs)]),
  })

/** Finds the number of the proposal that a transaction opened; `null` while none is mirrored. */
export async function readOpenedProposalId(
  { db }: Pick<Context, 'db'>,
  txId: string,
): Promise<number | null> {
  const row = await db
    .selectFrom('dao_proposal')
    .select('id')
    .where('tx_id', '=', txId)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Returns whether the mirror has these votes of one message, or later ones of the voter. */
export async function areVotesMirrored(
  { db }: Pick<Context, 'db'>,
  { ids, voter, sequence }: { ids: readonly number[]; voter: Address; sequence: number },
): Promise<boolean> {
  const rows = await db
    .selectFrom('dao_vote')
    .select('proposal_id')
    .distinct()
    .where('proposal_id', 'in', ids)
    .where('voter', '=', voter)
    .where('sequence', '>=', sequence)
    .execute()
  return rows.length === ids.length
}

/** Loads the appeal that a transaction opened; `null` until its case has it. */
export async function loadOpenedAppeal(
  { db }: Pick<Context, 'db'>,
  txId: string,
): Promise<OpenedAppeal | null> {
  const row = await db
    .selectFrom('dao_proposal as proposal')
    .innerJoin('dao_appeal as appeal', 'appeal.id', 'proposal.id')
    .innerJoin('case_entry as entry', (join) =>
      join
        .onRef('entry.address', '=', 'appeal.address')
        .onRef('entry.tx_id', '=', 'proposal.tx_id')
        .on('entry.kind', '=', 'appeal'),
    )
    .select(['appeal.id', 'entry.case_id', 'appeal.flag_number', 'appeal.freeze_number'])
    .select(['appeal.opened_at', 'appeal.deadline'])
    .where('proposal.tx_id', '=', txId)
    .executeTakeFirst()
  if (row === undefined || row.opened_at === null || row.deadline === null) return null
  const { id, flag_number: flagNumber, freeze_number: freezeNumber } = row
  return {
    id,
    against: flagNumber === null ? 'freeze' : 'flag',
    number: flagNumber ?? freezeNumber ?? 0,
    caseId: row.case_id,
    openedAt: toIsoTime(row.opened_at),
    deadline: toIsoTime(row.deadline),
    txId,
  }
}
