import type { Address } from '@app/values/address.ts'
import { buildMessageText, type IndependentWallet } from '../independent-wallet.ts'
import { sendUntilAnswered } from './send-until-answered.ts'

/** A signed vote as a client sends it. */
export interface VoteRequest {
  voter: IndependentWallet
  proposalId: number
  target: Address
  support: boolean
  sequence: number
  /** Unix seconds. */
  validUntil: number
  /** Who signs, if not the voter. */
  signer?: IndependentWallet
}

export interface VoteAnswer {
  status: number
  code?: string
  message?: string
  data?: { txId?: string; votesFor?: number; votesAgainst?: number }
}

export interface VoteOutcome {
  answer: VoteAnswer
  /** Answers after which the client tried again: their codes, or 'connection failed'. */
  retries: string[]
}

/** Sends a vote with an Idempotency-Key until it is answered; see `sendUntilAnswered`. */
export async function castUntilAnswered(url: string, request: VoteRequest): Promise<VoteOutcome> {
  const key = `${request.voter.address}-${request.sequence}-${request.support}`
  const path = `/v1/governance/proposals/${request.proposalId}/vote`
  return await sendUntilAnswered({ url, path, body: buildBody(request), key })
}

function buildBody(request: VoteRequest): object {
  const { voter, signer = voter, support, sequence, validUntil, proposalId, target } = request
  const text = buildMessageText(voter.address, {
    subject: 'vote',
    lines: [
      `Proposal: ${proposalId}`,
      'Action: freeze',
      `Target: ${target}`,
      `Choice: ${support ? 'for' : 'against'}`,
    ],
    role: 'Voter',
    sequence,
    validUntil,
  })
  const signatures = [signer.sign(text)]
  return { support, wallet: { address: voter.address, sequence, validUntil, signatures } }
}
