import type { ApiClient } from '@app/api/client/client.ts'
import { openAppeal, stateAsOwner } from '@app/api/routes/cases.ts'
import { castVote, createProposal } from '@app/api/routes/governance.ts'
import type { Appeal, AppealSubject } from '@app/api/schemas/case/appeal.ts'
import type { CaseFile } from '@app/api/schemas/case/case-file.ts'
import type { Proposal, WalletSignature } from '@app/api/schemas/governance/proposal.ts'
import { buildConsentMessage } from '@app/contracts/consent-message.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import type { Address } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import type { Chain } from '../chain/create-chain.ts'
import { type ProposalDraft, type SignedVote, signProposal, signVote } from './proposals.ts'
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

/** An appeal of the signer, or the second vote on one. */
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
  if ('caseId' in against) return against
  if ('freezeProposalId' in against) return { freezeProposalId: BigInt(against.freezeProposalId) }
  return { secondProposalOf: BigInt(against.secondProposalOf) }
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
