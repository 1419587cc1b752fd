import { buildEventTypeId } from '@app/contracts/build-event-type-id.ts'
import type { GovernanceAction, RecoveryAddress } from '@app/contracts/consent-message.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import { getAction, getProposal, getRecoveryAddress } from '@app/contracts/scripts.generated.ts'
import type { castVote, createProposal } from '@app/contracts/transactions.generated.ts'
import type { Signer } from '@app/flow/keys/create-signer.ts'
import type { TransactionResult } from '@app/flow/read/chain.ts'
import type { Address } from '@app/values/address.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import { FatalError } from '@app/values/errors.ts'
import type { Chain } from '../chain/create-chain.ts'
import { type ConsentNumbers, signConsent } from './sign-consent.ts'

const PROPOSAL_CREATED = buildEventTypeId('DharmaGovernance.ProposalCreated', 'local')

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
export type SignedProposal = Parameters<typeof createProposal>[0]

/** A signed vote, which anyone can relay. */
export type SignedVote = Parameters<typeof castVote>[0]

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

/** Signs a vote of the signer's account. */
export async function signVote(
  chain: Chain,
  signer: Signer,
  { id, support, ...numbers }: VoteDraft,
): Promise<SignedVote> {
  const action = await readAction(chain, id)
  const content = { kind: 'vote', proposalId: id, action, support, ...numbers } as const
  const consent = await signConsent(chain, signer, content)
  return { id, support, voter: signer.address, ...consent }
}

/**
 * Finds the number of the proposal that a transaction opened. Throws `FatalError` when it opened
 * none.
 */
export function findProposalId({ txId, events }: TransactionResult): bigint {
  const created = events.find(({ type }) => type === PROPOSAL_CREATED)
  if (created === undefined) throw new FatalError(`Transaction ${txId} opened no proposal.`)
  return created.fields.id as bigint
}

/** The current state of a proposal on the chain. */
export interface ProposalInfo {
  action: ActionName
  target: Address
  status: string
  votingOutcome: string
  isAppeal: boolean
  votesFor: bigint
  votesAgainst: bigint
}

/** Reads a proposal. Throws `TypeError` when there is none with that number. */
export async function readProposal(chain: Chain, id: bigint): Promise<ProposalInfo> {
  return expectProposal(await chain.runScript(getProposal({ id })), id) as ProposalInfo
}

async function readAction(chain: Chain, id: bigint): Promise<GovernanceAction> {
  const answer = expectProposal(await chain.runScript(getAction({ id })), id) as GovernanceAction
  return answer.name === 'recover' ? { ...answer, ...toSeconds(answer) } : answer
}

async function buildAction(
  chain: Chain,
  name: ActionName,
  target: Address,
): Promise<GovernanceAction> {
  if (name === 'freeze') return { name, target }
  if (name === 'unfreeze') return { name, target, appealedCaseId: null }
  const vault = await chain.runScript(getRecoveryAddress({ address: target }))
  if (vault === null) throw new TypeError(`${target} has no guarded vault`)
  return { name, target, ...toSeconds(vault as RecoveryAddress) }
}

/** Scripts return time in units of 10⁻⁸ seconds. */
function toSeconds(answer: RecoveryAddress): RecoveryAddress {
  return { ...answer, recoveryAddressSince: answer.recoveryAddressSince / UNITS_PER_TOKEN }
}

function expectProposal(answer: unknown, id: bigint): object {
  if (typeof answer === 'object' && answer !== null) return answer
  throw new TypeError(`There is no proposal ${id}`)
}
