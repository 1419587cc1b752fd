import type { VoteChoice, WalletSignature } from '@app/api/schemas/proposal.ts'
import { toAddress } from '@app/values/address.ts'
import type { FastifyRequest } from 'fastify'
import {
  findSubmittedMessage,
  type SubmittedMessage,
  submitMessage,
} from '../../agent/submit-message.ts'
import type { SubmittedContent, SubmittedVote } from '../../db/tables/agent-tables.ts'
import { formatContractSentence } from '../../flow-access/format-contract-sentence.ts'
import type { ActionState } from '../actions/read-actions.ts'
import { isFailedOrIndexed, waitForAction } from '../actions/wait-for-action.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../api-failure.ts'
import { requireOwnOrigin } from '../http/origins.ts'
import { checkConsent } from './check-consent.ts'
import { isAboutScores } from './check-vote-eligibility.ts'
import { requireActionId, toRelayRefusal } from './to-relay-refusal.ts'

/** A relayed message. */
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

/** Builds the request to relay a body's content with its signature. */
export const toSubmittedMessage = (
  wallet: WalletSignature,
  content: SubmittedContent,
): SubmittedMessage => ({
  address: toAddress(wallet.address),
  content,
  sequence: wallet.sequence,
  validUntil: wallet.validUntil,
  signatures: wallet.signatures,
})

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
  return await toRelayResult(api, message, { id, state })
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
  checks: RelayChecks,
): Promise<number> {
  try {
    return await queueRelay(api, message, checks)
  } catch (error) {
    const isUsed = error instanceof ApiFailure && error.code === 'sequence_refused'
    const id = isUsed ? await findRelayId(api, message) : null
    if (id === null) throw error
    return id
  }
}

async function queueRelay(
  api: Api,
  message: SubmittedMessage,
  { checkSubject, checkSigner }: RelayChecks,
): Promise<number> {
  await checkSubject?.()
  await checkConsent(api.context, message)
  api.signerLimiter.count(message.address)
  await checkSigner?.()
  return requireActionId(await submitMessage(api.context, message))
}

async function toRelayResult(
  { context }: Api,
  { content }: SubmittedMessage,
  { id, state }: { id: number; state: ActionState },
): Promise<RelayResult> {
  const { status, txId, problem, caseId, isMoot } = state
  if (status === 'failed') {
    if (isMoot && problem !== null) throw toRelayRefusal(content.kind, problem)
    const message = problem === null ? {} : { message: formatContractSentence(problem) }
    throw new ApiFailure('transaction_failed', message)
  }
  if (txId === null) throw new ApiFailure('transaction_not_sent')
  return { actionId: id, caseId, txId, isIndexed: await isFailedOrIndexed(context, state) }
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
