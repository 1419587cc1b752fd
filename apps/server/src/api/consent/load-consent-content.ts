import {
  getAction,
  getProposalLimits,
  getProposalMessage,
  getSequence,
} from '@app/contracts/calls.ts'
import {
  type ConsentContent,
  type GovernanceAction,
  SEQUENCE_SERIES,
  type SequenceSeries,
  type SignedAppealSubject,
} from '@app/contracts/consent-message.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import type { CadenceCall } from '@app/contracts/resolve-imports.ts'
import { parseCadenceError } from '@app/flow/decode/classify-transaction-failure.ts'
import { NodeRefusedError } from '@app/flow/errors.ts'
import { type Address, parseAddress, toAddress } from '@app/values/address.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import type { AppealSubject } from '@app/values/governance.ts'
import type { SubmittedContent } from '../../db/tables/agent-tables.ts'
import { formatContractSentence } from '../../flow-access/format-contract-sentence.ts'
import { readContract } from '../../flow-access/read-contract.ts'
import { countSharedPlaces, readAddress } from '../../governance/read-proposals.ts'
import type { Context } from '../../runtime/context.ts'
import { ApiFailure } from '../api-failure.ts'
import { buildAlreadyOpen } from './to-relay-refusal.ts'

type Chain = Pick<Context, 'config' | 'flow'>

/** Content of a message to sign; of a reason, only the hash is needed. */
export type MessageDraft =
  | Exclude<SubmittedContent, { reason: string }>
  | WithReasonHash<Extract<SubmittedContent, { reason: string }>>

type WithReasonHash<Content> = Content extends { reason: string }
  ? Omit<Content, 'reason'> & { reasonHash: string }
  : never

interface ActionDraft {
  name: GovernanceAction['name']
  target: Address
}

/** A series of sequence numbers of one address, at the latest block. */
export interface SeriesState {
  /** The last number used; 0 before the first. */
  lastSequence: number
  /** Unix seconds. */
  blockTime: number
  /** How far ahead of `blockTime` a message may be valid, in seconds. */
  maxValidity: number
}

/**
 * Completes the content of a message with what the chain knows: what a proposal does, the recovery
 * address. Throws `ApiFailure` when there is no such proposal, or when none can be opened.
 */
export async function loadConsentContent(
  context: Pick<Context, 'config' | 'flow'>,
  draft: MessageDraft,
): Promise<ConsentContent> {
  switch (draft.kind) {
    case 'proposal': {
      const { action: name, target, reasonHash } = draft
      return {
        kind: 'proposal',
        action: await readNewAction(context, { name, target }),
        reasonHash,
      }
    }
    case 'vote': {
      const votes = draft.votes.map(async ({ proposalId, support }) => {
        const action = await readProposalAction(context, proposalId)
        return { proposalId: BigInt(proposalId), action, support }
      })
      return { kind: 'vote', votes: await Promise.all(votes) }
    }
    case 'appeal':
      return { ...draft, against: toSignedSubject(draft.against) }
    case 'report':
    case 'report withdrawal':
    case 'vouch':
    case 'vouch withdrawal':
      return draft
  }
}

/** Returns the content with the hash of its reason: what its signer signs. */
export function toMessageDraft(content: SubmittedContent): MessageDraft {
  if (!('reason' in content)) return content
  const { reason, ...rest } = content
  return { ...rest, reasonHash: hashReason(reason) }
}

function toSignedSubject(against: AppealSubject): SignedAppealSubject {
  return 'flagNumber' in against
    ? { flagNumber: BigInt(against.flagNumber) }
    : { freezeNumber: BigInt(against.freezeNumber) }
}

export const buildUnknownProposal = (id: number | string): ApiFailure =>
  new ApiFailure('proposal_not_found', { message: `There is no proposal ${id}.` })

/** Reads what an existing proposal does. Throws `ApiFailure` when there is none of that number. */
async function readProposalAction(context: Chain, proposalId: number): Promise<GovernanceAction> {
  const call = getAction({ id: proposalId })
  const answer = await runContractScript(context, 'DharmaGovernance', call)
  if (answer === null) throw buildUnknownProposal(proposalId)
  const action = answer as GovernanceAction
  if (action.name !== 'recover') return action
  // Scripts return time in units of 10⁻⁸ seconds.
  return { ...action, recoveryAddressSince: action.recoveryAddressSince / UNITS_PER_TOKEN }
}

/**
 * Reads what a new proposal would do, as the chain stands now, from the lines with which the contract describes it; the
 * other arguments of the script do not matter. Throws `ApiFailure` with the contract's sentence when it cannot be opened,
 * such as a recovery without a frozen guarded vault.
 */
async function readNewAction(
  context: Chain,
  { name, target }: ActionDraft,
): Promise<GovernanceAction> {
  const other = { reasonHash: '', proposer: target, sequence: 1, validUntil: 0 }
  const call = getProposalMessage({ action: name, target, ...other })
  const lines = String(await runProposalScript(context, call)).split('\n')
  const find = (label: string) =>
    lines.find((line) => line.startsWith(`${label}: `))?.slice(label.length + 2) ?? null
  const findNumber = (label: string) => {
    const text = find(label)
    return text === null ? null : BigInt(text)
  }
  if (name === 'freeze') return { name, target }
  const freezeNumber = findNumber('Freeze')
  if (name === 'unfreeze') return { name, target, flagNumber: findNumber('Flag'), freezeNumber }
  const sinceMs = Date.parse((find('Recovery address since') ?? '').replace(' UTC', 'Z'))
  return {
    name,
    target,
    freezeNumber: freezeNumber ?? 0n,
    recoveryAddress: toAddress(find('Recovery address') ?? ''),
    recoveryAddressSince: BigInt(sinceMs / 1000),
    recoveryAddressBefore: parseAddress(find('Recovery address before') ?? ''),
  }
}

/** The script's `Limits`, decoded by the reader. */
interface ProposalLimits {
  openOnTopic: bigint | null
  open: bigint
  maxOpen: bigint
  maxShared: bigint | null
}

/**
 * Throws `already_open` with the number of the open proposal that keeps this proposer from opening another one on the same
 * topic (rule 10 of docs/build/governance.md), and `proposal_refused` with the sentence of `DharmaGovernance` where it
 * cannot be opened now. The contract decides again.
 */
export async function requireProposable(
  context: Pick<Context, 'config' | 'flow' | 'db'>,
  proposer: Address,
  { name, target }: ActionDraft,
): Promise<void> {
  const refuse = (message: string) => new ApiFailure('proposal_refused', { message })
  if (name === 'recover') {
    const { freeze, freezeOverruledAt } = (await readAddress(context, target)).state
    if (freeze !== null && freezeOverruledAt !== null)
      throw refuse(
        `A vote decided to end freeze ${freeze.number} of ${target}; no recovery opens under it.`,
      )
  }
  const call = getProposalLimits({ action: name, target, proposer })
  const limits = (await runProposalScript(context, call)) as ProposalLimits
  const { openOnTopic: id, open, maxOpen, maxShared } = limits
  if (id !== null)
    throw buildAlreadyOpen(Number(id), `Proposal ${id} to ${name} ${target} is open already.`)
  if (open >= maxOpen) throw refuse(`${proposer} has ${maxOpen} open proposals already.`)
  if (maxShared !== null && (await countSharedPlaces(context)) >= maxShared)
    throw refuse(
      `People who may not vote opened ${maxShared} proposals within 24 hours; the next place is free 24 hours after the first of them.`,
    )
}

/** Runs a script about a new proposal. Throws `proposal_refused` with the contract's sentence when it cannot be opened. */
async function runProposalScript(context: Chain, call: CadenceCall): Promise<unknown> {
  try {
    return await runContractScript(context, 'DharmaGovernance', call)
  } catch (error) {
    if (!(error instanceof NodeRefusedError)) throw error
    const message = formatContractSentence(parseCadenceError(error.text).message)
    throw new ApiFailure('proposal_refused', { message })
  }
}

/** Reads a series from the chain. Throws `ApiFailure` when the contract is not deployed. */
export async function readSeries(
  context: Pick<Context, 'config' | 'flow'>,
  address: Address,
  series: SequenceSeries,
): Promise<SeriesState> {
  const call = getSequence({ address, series: SEQUENCE_SERIES[series] })
  const answer = (await runContractScript(context, 'DharmaConsent', call)) as Record<
    'sequence' | 'now' | 'maxValidity',
    bigint
  >
  return {
    lastSequence: Number(answer.sequence),
    blockTime: Number(answer.now / UNITS_PER_TOKEN),
    maxValidity: Number(answer.maxValidity),
  }
}

/**
 * Runs a script that reads `contract` and returns its decoded result. Throws `ApiFailure` when the
 * contract is not deployed, and `NodeRefusedError` when the script panics.
 */
async function runContractScript(
  { config, flow }: Pick<Context, 'config' | 'flow'>,
  contract: string,
  call: CadenceCall,
): Promise<unknown> {
  const result = await readContract({ flow, network: config.network }, { contract, call })
  if (result === null) {
    const message = `The contract ${contract} is not deployed on ${config.network} yet.`
    throw new ApiFailure('contract_not_deployed', { message })
  }
  return result.value
}
