import { setTimeout as delay } from 'node:timers/promises'
import type { Address } from '@app/values/address.ts'
import { vi } from 'vitest'
import { buildMessageText, type IndependentWallet } from '../independent-wallet.ts'

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

/** Answers after which a client with an Idempotency-Key sends the same again. */
const RETRIED = new Set([429, 503])

/**
 * Sends a vote with an Idempotency-Key, and again after each failure of the connection and each
 * answer that asks for it, until there is another answer.
 */
export async function castUntilAnswered(url: string, request: VoteRequest): Promise<VoteOutcome> {
  const body = JSON.stringify(buildBody(request))
  const key = `${request.voter.address}-${request.sequence}-${request.support}`
  const path = `${url}/v1/governance/proposals/${request.proposalId}/vote`
  const headers = { 'content-type': 'application/json', 'idempotency-key': key }
  const retries: string[] = []
  for (;;) {
    try {
      const response = await fetch(path, { method: 'POST', headers, body })
      const answer = { status: response.status, ...((await response.json()) as object) }
      if (!RETRIED.has(answer.status)) return { answer, retries }
      retries.push((answer as VoteAnswer).code ?? String(answer.status))
    } catch {
      retries.push('connection failed')
    }
    await waitUntilHealthy(url)
  }
}

/** A client waits at least this long before it tries again. */
const RETRY_MS = 250

async function waitUntilHealthy(url: string): Promise<void> {
  const isHealthy = async () => (await fetch(`${url}/health`).catch(() => null))?.ok === true
  await delay(RETRY_MS)
  await vi.waitUntil(isHealthy, { timeout: 60_000, interval: RETRY_MS })
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
