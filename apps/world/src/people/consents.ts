import { createHash } from 'node:crypto'
import {
  type ConsentContext,
  proposalMessage,
  voteMessage,
} from '@app/contracts/consent-message.ts'
import { contractAddress } from '@app/contracts/resolve-imports.ts'
import { getProposal, getSequence } from '@app/contracts/scripts.generated.ts'
import type { castVote, createProposal } from '@app/contracts/transactions.generated.ts'
import { signUserMessage } from '@app/flow/proof/user-message.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import type { Chain } from '../chain/create-chain.ts'

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

/** Signs a vote with the voter's own key, on the text that the contract will write by itself. */
export async function signVote(chain: Chain, voter: Address, vote: Vote): Promise<SignedVote> {
  const { id, support, sequence = await nextSequence(chain, voter) } = vote
  const { action, target } = await proposalOf(chain, id)
  const choice = { proposalId: id, action, target, support }
  const message = voteMessage(contextOf(voter, sequence), choice)
  return { id, support, voter, sequence, ...signatureOf(chain, voter, message) }
}

export interface Draft {
  action: Measure
  target: Address
  reason: string
}

/** Signs a proposal with the proposer's own key. */
export async function signProposal(
  chain: Chain,
  proposer: Address,
  { action, target, reason }: Draft,
): Promise<SignedProposal> {
  const sequence = await nextSequence(chain, proposer)
  const reasonHash = createHash('sha256').update(reason).digest('hex')
  const message = proposalMessage(contextOf(proposer, sequence), { action, target, reasonHash })
  const signature = signatureOf(chain, proposer, message)
  return { action, target, reason, proposer, sequence, ...signature }
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

function signatureOf(chain: Chain, address: Address, message: string) {
  const { keyId, signature } = signUserMessage(chain.signerOf(address), message)
  return { keyIndexes: [keyId], signatures: [signature] }
}
