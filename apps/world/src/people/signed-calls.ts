import type { ApiClient } from '@app/api/client/client.ts'
import { castVote, createProposal } from '@app/api/routes/governance.ts'
import type { Proposal, WalletSignature } from '@app/api/schemas/governance/proposal.ts'
import type { Address } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import type { Chain } from '../chain/create-chain.ts'
import { type ProposalDraft, type SignedVote, signProposal, signVote } from './proposals.ts'

/** A person who signs messages for the API with an account of the local world. */
export interface ApiSigner {
  chain: Chain
  client: ApiClient
  address: Address
}

/** Signs a proposal and has it relayed; resolves with its number when it is indexed. */
export async function proposeThroughApi(
  { chain, client, address }: ApiSigner,
  draft: ProposalDraft,
): Promise<number> {
  const signed = await signProposal(chain, chain.toSigner(address), draft)
  const { action, target: targetAddress, reason } = draft
  const body = { targetAddress, action, reason, wallet: toWallet(address, signed) }
  const created = await client.call(createProposal, { body })
  if (!('id' in created)) throw new FatalError(`The proposal to ${action} was not indexed in time.`)
  return created.id
}

/** Signs a vote and has it relayed; resolves with the proposal when the vote is indexed. */
export async function voteThroughApi(
  { chain, client, address }: ApiSigner,
  { id, support }: { id: number; support: boolean },
): Promise<Proposal> {
  const signed = await signVote(chain, chain.toSigner(address), { id: BigInt(id), support })
  const body = { support, wallet: toWallet(address, signed) }
  return await client.call(castVote, { params: { id: String(id) }, body })
}

/** The consent among the arguments of a relaying transaction. */
type RelayedConsent = Pick<SignedVote, 'sequence' | 'validUntil' | 'keyIndexes' | 'signatures'>

/** Converts the arguments of a relaying transaction to the body of a call of the API. */
export function toWallet(address: Address, consent: RelayedConsent): WalletSignature {
  const { sequence, validUntil, keyIndexes, signatures } = consent
  return {
    address,
    sequence: Number(sequence),
    validUntil: Number(validUntil),
    signatures: signatures.map((signature, index) => ({
      keyId: Number(keyIndexes[index]),
      signature,
    })),
  }
}
