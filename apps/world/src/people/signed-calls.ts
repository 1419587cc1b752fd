import type { ApiClient } from '@app/api/client/client.ts'
import { openAppeal, stateAsOwner } from '@app/api/routes/cases.ts'
import { castVote, castVotes, createProposal } from '@app/api/routes/governance.ts'
import type { Appeal, AppealSubject } from '@app/api/schemas/case/appeal.ts'
import type { CaseFile } from '@app/api/schemas/case/case-file.ts'
import type { Proposal, WalletSignature } from '@app/api/schemas/governance/proposal.ts'
import { buildConsentMessage } from '@app/contracts/consent-message.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import type { Address } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import type { Chain } from '../chain/create-chain.ts'
import {
  type ProposalDraft,
  type SignedVotes,
  signProposal,
  signVote,
  signVotes,
} from './proposals.ts'
import { signOfferedMessage } from './sign-offered-message.ts'
import { type StatementDraft, signOwnerStatement } from './sign-owner-statement.ts'

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

/** Signs votes with one message and has it relayed; resolves with the proposals when the votes are indexed. */
export async function voteOnAllThroughApi(
  { chain, client, address }: ApiSigner,
  votes: readonly { id: number; support: boolean }[],
): Promise<Proposal[]> {
  const drafts = votes.map(({ id, support }) => ({ id: BigInt(id), support }))
  const signed = await signVotes(chain, chain.toSigner(address), { votes: drafts })
  const choices = votes.map(({ id: proposalId, support }) => ({ proposalId, support }))
  const body = { votes: choices, wallet: toWallet(address, signed) }
  return await client.call(castVotes, { body })
}

/** An appeal of the signer. */
export interface AppealThroughApi {
  against: AppealSubject
  reason: string
}

/** Signs an appeal and has it relayed; resolves with its acknowledgement when it is indexed. */
export async function appealThroughApi(
  { chain, client, address }: ApiSigner,
  { against, reason }: AppealThroughApi,
): Promise<Appeal> {
  const reasonHash = hashReason(reason)
  const signed = { kind: 'appeal', against: toSignedSubject(against), reasonHash } as const
  const consent = await signOfferedMessage(client, chain.toSigner(address), {
    content: { kind: 'appeal', against, reasonHash },
    buildText: (context) => buildConsentMessage(context, signed),
  })
  const body = { against, reason, wallet: toWallet(address, consent) }
  const appeal = await client.call(openAppeal, { body })
  if (!('id' in appeal)) throw new FatalError('The appeal was not indexed in time.')
  return appeal
}

/** Signs what the owner states in a case about the signer's account; resolves with the case. */
export async function stateAsOwnerThroughApi(
  { chain, client, address }: ApiSigner,
  draft: StatementDraft,
): Promise<CaseFile> {
  const { caseId, text } = draft
  const consent = await signOwnerStatement(client, chain.toSigner(address), draft)
  const body = { text, wallet: toWallet(address, consent) }
  return await client.call(stateAsOwner, { params: { address, caseId }, body })
}

function toSignedSubject(against: AppealSubject) {
  if ('flagNumber' in against) return { flagNumber: BigInt(against.flagNumber) }
  return { freezeNumber: BigInt(against.freezeNumber) }
}

/** The consent among the arguments of a relaying transaction. */
type RelayedConsent = Pick<SignedVotes, 'sequence' | 'validUntil' | 'keyIndexes' | 'signatures'>

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
