import type { WalletSignature } from '@app/api/schemas/governance/proposal.ts'
import { toAddress } from '@app/values/address.ts'
import type { FastifyRequest } from 'fastify'
import { findRelay, type RelayRequest, requestRelay } from '../../agent/request-relay.ts'
import type { RelayContent } from '../../db/tables/action-payload.ts'
import { formatContractSentence } from '../../flow-access/format-contract-sentence.ts'
import type { ActionState } from '../answers/read-actions.ts'
import { isFailedOrIndexed, waitForAction } from '../answers/wait-for-action.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../failures/api-failure.ts'
import { requireOwnOrigin } from '../http/origins/require-own-origin.ts'
import { checkConsent } from './check-consent.ts'
import { requireActionId } from './require-action-id.ts'

/** A relayed message. */
export interface RelayResult {
  actionId: number
  caseId: string
  txId: string
  /** Whether the transaction is sealed and the block indexed. */
  isIndexed: boolean
}

/** What a route checks besides signatures and numbers; each check throws `ApiFailure`. */
export interface RelayChecks {
  /** Before anything is read from the chain. */
  checkSubject?: () => Promise<void>
  /** After the signatures were verified. */
  checkSigner?: () => Promise<void>
  /** Ends every wait. */
  signal: AbortSignal
}

/** Builds the request to relay a body's content with its signature. */
export const toRelayRequest = (wallet: WalletSignature, content: RelayContent): RelayRequest => ({
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
  if (wallet === undefined) throw new ApiFailure('wallet_required', { message })
  requireOwnOrigin(request, context.config.api.webOrigins)
  return wallet
}

/**
 * Verifies a signed message, has the agent relay it, and waits until the transaction is sealed and
 * indexed. A message that was relayed before is not sent again. Throws `ApiFailure` when it is refused
 * here or on the chain, or was not sent in time.
 */
export async function relayMessage(
  api: Api,
  message: RelayRequest,
  checks: RelayChecks,
): Promise<RelayResult> {
  const { address } = message
  const id = (await findRelayId(api, message)) ?? (await queueOrFindRelay(api, message, checks))
  const state = await waitForAction(api, { address, id }, checks.signal)
  return await toRelayResult(api, { id, state })
}

/** Returns the id of the action that relays or has relayed the message; `null` when there is none. */
async function findRelayId({ context }: Api, message: RelayRequest): Promise<number | null> {
  const found = await findRelay(context, message)
  return found === null || found.status === 'failed' ? null : found.id
}

/** While a copy of the message was checked, another one may have been relayed, and so used its number. */
async function queueOrFindRelay(
  api: Api,
  message: RelayRequest,
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
  message: RelayRequest,
  { checkSubject, checkSigner }: RelayChecks,
): Promise<number> {
  await checkSubject?.()
  await checkConsent(api.context, message)
  api.signerLimiter.count(message.address)
  await checkSigner?.()
  return requireActionId(await requestRelay(api.context, message))
}

async function toRelayResult(
  { context }: Api,
  { id, state }: { id: number; state: ActionState },
): Promise<RelayResult> {
  const { status, txId, problem, caseId } = state
  if (status === 'failed') {
    const message = problem === null ? {} : { message: formatContractSentence(problem) }
    throw new ApiFailure('transaction_failed', message)
  }
  if (txId === null) throw new ApiFailure('transaction_not_sent')
  return { actionId: id, caseId, txId, isIndexed: await isFailedOrIndexed(context, state) }
}
