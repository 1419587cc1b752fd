import {
  type castVotes,
  type createProposal,
  getAction,
  getProtectionStatus,
  getRecoveryAddress,
  getSequence,
} from '@app/contracts/calls.ts'
import {
  buildConsentMessage,
  type ConsentContent,
  type GovernanceAction,
  getSequenceSeries,
  type RecoveryAddress,
  SEQUENCE_SERIES,
  type SequenceSeries,
  toValidUntil,
} from '@app/contracts/consent-message.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import { buildEventTypeId, getContractAddress } from '@app/contracts/resolve-imports.ts'
import type { Signer } from '@app/flow/keys/create-signer.ts'
import { signUserMessage } from '@app/flow/proof/verify-signatures.ts'
import type { TransactionResult } from '@app/flow/read/chain.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import { FatalError } from '@app/values/errors.ts'
import type { Chain } from '../create-chain.ts'

/** Sequence number and expiry of a message: it is valid once and for a limited time. */
interface ConsentNumbers {
  sequence: bigint
  /** Unix seconds, a whole minute. */
  validUntil: bigint
}

/** The parts of a message besides its content and its signer, as arguments of the transactions that relay it. */
export interface Consent extends ConsentNumbers {
  keyIndexes: number[]
  signatures: string[]
}

/** By default with the signer's next sequence number and the longest validity that the contract allows. */
type ConsentDraft = ConsentContent & Partial<ConsentNumbers>

export type ActionName = GovernanceAction['name']

export interface ProposalDraft {
  action: ActionName
  target: Address
  reason: string
}

export interface VoteDraft extends Partial<ConsentNumbers> {
  id: bigint
  support: boolean
}

/** A signed proposal, which anyone can relay. */
type SignedProposal = Parameters<typeof createProposal>[0]

/** Votes that one message carries, which anyone can relay. */
export type SignedVotes = Parameters<typeof castVotes>[0]

/** Signs a proposal of the signer's account. Throws `TypeError` for a recovery of an account without a guarded vault. */
export async function signProposal(
  chain: Chain,
  signer: Signer,
  { action, target, reason }: ProposalDraft,
): Promise<SignedProposal> {
  const governanceAction = await buildAction(chain, action, target)
  const content = {
    kind: 'proposal',
    action: governanceAction,
    reasonHash: hashReason(reason),
  } as const
  const consent = await signConsent(chain, signer, content)
  return { action, target, reason, proposer: signer.address, ...consent }
}

export async function signVote(
  chain: Chain,
  signer: Signer,
  { id, support, ...numbers }: VoteDraft,
): Promise<SignedVotes> {
  const votes = [{ proposalId: id, action: await readAction(chain, id), support }]
  const consent = await signConsent(chain, signer, { kind: 'vote', votes, ...numbers })
  return { ids: [id], supports: [support], voter: signer.address, ...consent }
}

/** Signs the consent text, which the contract builds itself to verify the signature. */
async function signConsent(chain: Chain, signer: Signer, draft: ConsentDraft): Promise<Consent> {
  const next = await readNextNumbers(chain, signer.address, getSequenceSeries(draft.kind))
  const { sequence = next.sequence, validUntil = next.validUntil } = draft
  const numbers = { sequence, validUntil }
  const contract = toAddress(getContractAddress('DharmaConsent', 'local'))
  const context = { contract, network: 'local', address: signer.address, ...numbers } as const
  const { keyId, signature } = signUserMessage(signer, buildConsentMessage(context, draft))
  return { ...numbers, keyIndexes: [keyId], signatures: [signature] }
}

async function readNextNumbers(
  chain: Chain,
  address: Address,
  series: SequenceSeries,
): Promise<ConsentNumbers> {
  const script = getSequence({ address, series: SEQUENCE_SERIES[series] })
  const answer = (await chain.runScript(script)) as Record<
    'sequence' | 'now' | 'maxValidity',
    bigint
  >
  const validUntil = toValidUntil(answer.now / UNITS_PER_TOKEN, answer.maxValidity)
  return { sequence: answer.sequence + 1n, validUntil }
}

const PROPOSAL_CREATED = buildEventTypeId('DharmaGovernance.ProposalCreated', 'local')

/** Finds the number of the proposal that a transaction opened. Throws `FatalError` when it opened none. */
export function findProposalId({ txId, events }: TransactionResult): bigint {
  const created = events.find(({ type }) => type === PROPOSAL_CREATED)
  if (created === undefined) throw new FatalError(`Transaction ${txId} opened no proposal.`)
  return created.fields.id as bigint
}

async function readAction(chain: Chain, id: bigint): Promise<GovernanceAction> {
  const answer = (await chain.runScript(getAction({ id }))) as GovernanceAction | null
  if (answer === null) throw new TypeError(`There is no proposal ${id}`)
  return answer.name === 'recover' ? { ...answer, ...toSeconds(answer) } : answer
}

async function buildAction(
  chain: Chain,
  name: ActionName,
  target: Address,
): Promise<GovernanceAction> {
  if (name === 'freeze') return { name, target }
  const standing = (await chain.runScript(getProtectionStatus({ address: target }))) as Record<
    'flag' | 'freeze',
    { number: bigint } | null
  >
  const flagNumber = standing.flag?.number ?? null
  const freezeNumber = standing.freeze?.number ?? null
  if (name === 'unfreeze') return { name, target, flagNumber, freezeNumber }
  const vault = await chain.runScript(getRecoveryAddress({ address: target }))
  if (vault === null) throw new TypeError(`${target} has no guarded vault`)
  // The chain refuses a recovery without a freeze, whose number nobody knows then.
  return { name, target, freezeNumber: freezeNumber ?? 0n, ...toSeconds(vault as RecoveryAddress) }
}

/** Scripts return time in units of 10⁻⁸ seconds. */
function toSeconds<T extends RecoveryAddress>(answer: T): T {
  return { ...answer, recoveryAddressSince: answer.recoveryAddressSince / UNITS_PER_TOKEN }
}
