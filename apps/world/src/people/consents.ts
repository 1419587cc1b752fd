import { createHash } from 'node:crypto'
import {
  type ConsentContext,
  proposalMessage,
  voteMessage,
} from '@app/contracts/consent-message.ts'
import { eventType } from '@app/contracts/event-type.ts'
import { contractAddress } from '@app/contracts/resolve-imports.ts'
import { getProposal, getSequence } from '@app/contracts/scripts.generated.ts'
import type { castVote, createProposal } from '@app/contracts/transactions.generated.ts'
import type { Signer } from '@app/flow/keys/create-signer.ts'
import { signUserMessage } from '@app/flow/proof/user-message.ts'
import type { TransactionResult } from '@app/flow/read/chain.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import type { Chain } from '../chain/create-chain.ts'

const CREATED = eventType('DharmaGovernance.ProposalCreated', 'local')

/** A vote with its signature, as anyone can relay it. */
export type SignedVote = Parameters<typeof castVote>[0]

/** A proposal with its signature, as anyone can relay it. */
export type SignedProposal = Parameters<typeof createProposal>[0]

export type Measure = 'freeze' | 'unfreeze' | 'recover'

export interface Vote {
  id: bigint
  support: boolean
  /** The next of the voter by default. */
  sequence?: bigint
}

/** Signs a vote of the signer's account, on the text that the contract will write by itself. */
export async function signVote(chain: Chain, signer: Signer, vote: Vote): Promise<SignedVote> {
  const { address: voter } = signer
  const { id, support, sequence = await nextSequence(chain, voter) } = vote
  const { action, target } = await proposalOf(chain, id)
  const choice = { proposalId: id, action, target, support }
  const message = voteMessage(contextOf(voter, sequence), choice)
  return { id, support, voter, sequence, ...signatureOf(signer, message) }
}

export interface Draft {
  action: Measure
  target: Address
  reason: string
}

/** Signs a proposal of the signer's account. */
export async function signProposal(
  chain: Chain,
  signer: Signer,
  { action, target, reason }: Draft,
): Promise<SignedProposal> {
  const { address: proposer } = signer
  const sequence = await nextSequence(chain, proposer)
  const reasonHash = createHash('sha256').update(reason).digest('hex')
  const message = proposalMessage(contextOf(proposer, sequence), { action, target, reasonHash })
  return { action, target, reason, proposer, sequence, ...signatureOf(signer, message) }
}

/** Number of the proposal that a transaction opened. Throws `FatalError` when it opened none. */
export function numberOf({ txId, events }: TransactionResult): bigint {
  const created = events.find(({ type }) => type === CREATED)
  if (created === undefined) throw new FatalError(`Transaction ${txId} opened no proposal.`)
  return created.fields.id as bigint
}

/** A proposal as the chain tells it, by the rules of time. */
export interface ProposalInfo extends Omit<Draft, 'reason'> {
  status: string
  votesFor: bigint
  votesAgainst: bigint
}

/** Throws `TypeError` when there is no proposal of that number. */
export async function proposalOf(chain: Chain, id: bigint): Promise<ProposalInfo> {
  const info = await chain.ask(getProposal({ id }))
  if (info === null) throw new TypeError(`There is no proposal ${id}`)
  return info as ProposalInfo
}

async function nextSequence(chain: Chain, address: Address): Promise<bigint> {
  return ((await chain.ask(getSequence({ address }))) as bigint) + 1n
}

function contextOf(address: Address, sequence: bigint): ConsentContext {
  const contract = toAddress(contractAddress('DharmaConsent', 'local'))
  return { contract, network: 'local', address, sequence }
}

function signatureOf(signer: Signer, message: string) {
  const { keyId, signature } = signUserMessage(signer, message)
  return { keyIndexes: [keyId], signatures: [signature] }
}
