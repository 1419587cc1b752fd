import type { ApiClient } from '@app/api/client/client.ts'
import { openAppeal, stateAsOwner } from '@app/api/routes/cases.ts'
import { castVote, createProposal } from '@app/api/routes/governance.ts'
import { createMessage } from '@app/api/routes/messages.ts'
import type { CaseFile, OpenedAppeal } from '@app/api/schemas/case.ts'
import type { Message, MessageContent } from '@app/api/schemas/message.ts'
import type { Proposal, WalletSignature } from '@app/api/schemas/proposal.ts'
import {
  buildConsentMessage,
  buildOwnerStatementMessage,
  type ConsentContext,
} from '@app/contracts/consent-message.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import type { Signer } from '@app/flow/keys/create-signer.ts'
import { signUserMessage } from '@app/flow/proof/verify-signatures.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import type { AppealSubject } from '@app/values/governance.ts'
import type { Chain } from '../create-chain.ts'
import {
  type Consent,
  type ProposalDraft,
  type SignedVotes,
  signProposal,
  signVote,
} from './signed-messages.ts'

/** A person who signs messages for the API with an account of the local world. */
interface ApiSigner {
  chain: Chain
  client: ApiClient
  address: Address
}

/** What a person wants to sign, and how the text follows from the offered numbers. */
interface OfferedDraft {
  content: MessageContent
  buildText: (context: ConsentContext) => string
}

type RelayedConsent = Pick<SignedVotes, 'sequence' | 'validUntil' | 'keyIndexes' | 'signatures'>

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

/** Signs an appeal and has it relayed; resolves with its acknowledgement when it is indexed. */
export async function appealThroughApi(
  { chain, client, address }: ApiSigner,
  { against, reason }: { against: AppealSubject; reason: string },
): Promise<OpenedAppeal> {
  const reasonHash = hashReason(reason)
  const subject =
    'flagNumber' in against
      ? { flagNumber: BigInt(against.flagNumber) }
      : { freezeNumber: BigInt(against.freezeNumber) }
  const signed = { kind: 'appeal', against: subject, reasonHash } as const
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
  { caseId, text }: { caseId: string; text: string },
): Promise<CaseFile> {
  const textHash = hashReason(text)
  const consent = await signOfferedMessage(client, chain.toSigner(address), {
    content: { kind: 'owner statement', caseId, textHash },
    buildText: (context) => buildOwnerStatementMessage(context, { caseId, textHash }),
  })
  const body = { text, wallet: toWallet(address, consent) }
  return await client.call(stateAsOwner, { params: { address, caseId }, body })
}

/**
 * Signs the text that the API offers, as a wallet does: builds the text itself from the offered numbers and
 * compares. Throws `FatalError` when the texts differ.
 */
async function signOfferedMessage(
  client: ApiClient,
  signer: Signer,
  { content, buildText }: OfferedDraft,
): Promise<Consent> {
  const { address } = signer
  const offered: Message = await client.call(createMessage, { body: { address, content } })
  const numbers = {
    sequence: BigInt(offered.sequence),
    validUntil: BigInt(offered.validUntil),
  }
  const contract = toAddress(getContractAddress('DharmaConsent', 'local'))
  const own = buildText({ contract, network: 'local', address, ...numbers })
  if (own !== offered.text) {
    throw new FatalError(`The API offers the text ${offered.text}, but it should be ${own}.`)
  }
  const { keyId, signature } = signUserMessage(signer, own)
  return { ...numbers, keyIndexes: [keyId], signatures: [signature] }
}

/** Converts the arguments of a relaying transaction to the body of a call of the API. */
function toWallet(address: Address, consent: RelayedConsent): WalletSignature {
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
