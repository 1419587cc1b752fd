import { CONTRACT_ADDRESSES } from '@app/contracts/addresses.ts'
import {
  castVotes,
  createProposal,
  flagWallet,
  getNextRun,
  getProtectionStatus,
  getRecoveryAddress,
  getSequence,
  openAppeal,
  publishScore,
  reportWallet,
  reviveRechecks,
  settleProposals,
  settleProtection,
  unflagWallet,
  unwatchWallet,
  vouchForWallet,
  watchWallet,
  withdrawReport,
  withdrawVouch,
} from '@app/contracts/calls.ts'
import {
  buildConsentMessage,
  SEQUENCE_SERIES,
  toValidUntil,
} from '@app/contracts/consent-message.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import {
  type CadenceCall,
  getContractAddress,
  resolveImports,
} from '@app/contracts/resolve-imports.ts'
import { NodeRefusedError } from '@app/flow/errors.ts'
import type { Signer } from '@app/flow/keys/create-signer.ts'
import { signUserMessage } from '@app/flow/proof/verify-signatures.ts'
import type { Block } from '@app/flow/read/chain.ts'
import { getFlagLiftableFrom } from '@app/rules/protection-state.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import { FACTORS } from '@app/values/factor.ts'
import type { Network } from '@app/values/network.ts'
import type { ReasonCode } from '@app/values/reason-code.ts'
import { formatMinute } from '@app/values/time.ts'
import type { MessagePayload } from '../../db/tables/agent-tables.ts'
import {
  type ContractQuery,
  type NetworkReader,
  readContract,
} from '../../flow-access/read-contract.ts'
import { formatSendError } from '../outbox/failures.ts'
import type { QueuedAction } from '../outbox/load-outbox.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { isOwnFlag } from '../read-own-flag.ts'
import { readPlannedPublication } from './read-planned-publication.ts'

/** The proposer's key, of full weight, and the latest block, on whose state the call rests. */
interface Proposer {
  signer: Signer
  tip: Pick<Block, 'height' | 'timeMs'>
}

interface CallProblem {
  problem: string
  /** There is nothing to do: the chain is as the action was to make it. */
  isMoot?: boolean
}

type CallOrProblem = CadenceCall | CallProblem

const toMoot = (problem: string): CallProblem => ({ problem, isMoot: true })

interface Building extends Proposer {
  context: Outbox['context']
  publisher: Address
  reader: NetworkReader
}

/**
 * Builds the transaction that carries out an action on the network of the outbox, or returns why it
 * cannot be built.
 */
export async function buildActionCall(
  { context, flow, account }: Pick<Outbox, 'context' | 'flow' | 'account'>,
  action: QueuedAction,
  proposer: Proposer,
): Promise<CallOrProblem> {
  const { network } = context.config
  const reader = { flow, network }
  try {
    const building = { ...proposer, context, publisher: account.address, reader }
    const call = await buildUnresolvedCall(building, action)
    return 'problem' in call ? call : { ...call, cadence: resolveImports(call.cadence, network) }
  } catch (error) {
    if (error instanceof ContractMissingError) return { problem: error.message }
    // A script that panics is the problem of the action.
    if (error instanceof NodeRefusedError) return { problem: formatSendError(error) }
    throw error
  }
}

async function buildUnresolvedCall(
  building: Building,
  action: QueuedAction,
): Promise<CallOrProblem> {
  const { payload } = action
  switch (action.kind) {
    case 'publish':
    case 'recheck':
      return await buildPublishCall(building, action)
    case 'schedule_recheck':
      return await buildScheduleCall(building, action)
    case 'flag':
      if (payload !== null && 'reasonCode' in payload)
        return await buildFlagCall(building, action, payload)
      break
    case 'unflag':
      return await buildUnflagCall(building, action)
    case 'propose_freeze':
      return await buildProposeFreezeCall(building, action)
    case 'relay_proposal':
    case 'relay_vote':
    case 'relay_appeal':
    case 'relay_report':
      if (payload !== null && 'content' in payload) return buildMessageCall(action.address, payload)
      break
    case 'settle':
      if (payload !== null && 'proposalIds' in payload) return buildSettleCall(action, payload)
      break
    case 'warn':
  }
  return { problem: `The action '${action.kind}' does not say what to send.` }
}

class ContractMissingError extends Error {
  constructor(contract: string, network: Network) {
    super(`The contract ${contract} is not deployed on ${network} yet.`)
  }
}

/** Runs a script of a contract. Throws `ContractMissingError` when it is not deployed. */
async function readDeployed(reader: NetworkReader, query: ContractQuery): Promise<unknown> {
  const result = await readContract(reader, query)
  if (result === null) throw new ContractMissingError(query.contract, reader.network)
  return result.value
}

async function buildPublishCall(
  { context, reader, publisher }: Building,
  { address, evidenceHash: ofScore }: QueuedAction,
): Promise<CallOrProblem> {
  const { network } = reader
  if (CONTRACT_ADDRESSES[network].DharmaScore === undefined)
    throw new ContractMissingError('DharmaScore', network)
  const query = { address, evidenceHash: ofScore, publisher }
  const publication = await readPlannedPublication(context, reader, query)
  if ('problem' in publication) return publication
  const { version, evidenceHash, blockHeight } = publication
  const factors = FACTORS.map((factor) => publication.factors[factor])
  return publishScore({ address, factors, version, evidenceHash, blockHeight })
}

/**
 * Records what time and votes have made of proposals against an address, which settles the address too, or of the
 * address alone.
 */
const buildSettleCall = (
  { address }: QueuedAction,
  { proposalIds: ids }: { proposalIds: number[] },
): CadenceCall =>
  ids.length > 0 ? settleProposals({ ids }) : settleProtection({ addresses: [address] })

/** Starts the rechecks of an address, restarts the overdue recheck of a watched one, or ends the rechecks. */
async function buildScheduleCall(
  { reader }: Building,
  { address, payload }: QueuedAction,
): Promise<CallOrProblem> {
  const query = { contract: 'DharmaRecheck', call: getNextRun({ address }) }
  const isWatched = (await readDeployed(reader, query)) !== null
  if (payload !== null) return await buildEndCall(reader, address, isWatched)
  return isWatched ? reviveRechecks({ addresses: [address] }) : watchWallet({ address })
}

/** A flag or a guarded vault that stands keeps its rechecks, whatever this server has indexed. */
async function buildEndCall(
  reader: NetworkReader,
  address: Address,
  isWatched: boolean,
): Promise<CallOrProblem> {
  if (!isWatched) return toMoot(`${address} is not rechecked any more.`)
  const flag = await readStandingFlag(reader, address)
  if (flag !== null) return toMoot(`${address} is flagged, so its rechecks go on.`)
  const query = { contract: 'DharmaVault', call: getRecoveryAddress({ address }) }
  const isOwner = (await readDeployed(reader, query)) !== null
  return isOwner
    ? toMoot(`${address} owns a guarded vault, so its rechecks go on.`)
    : unwatchWallet({ address })
}

/** Flags an address under the case of the action. An address that is flagged already needs none. */
async function buildFlagCall(
  { reader }: Building,
  { address, caseId, reason }: QueuedAction,
  { reasonCode }: { reasonCode: ReasonCode },
): Promise<CallOrProblem> {
  const flag = await readStandingFlag(reader, address)
  if (flag !== null) {
    const since = formatMinute(flag.since)
    return toMoot(`${address} is flagged already, since ${since} under case ${flag.caseId}.`)
  }
  return flagWallet({ address, caseId, reasonCode, reasonHash: hashReason(reason) })
}

/**
 * Lifts the flag that the agent set in a case. A flag that was lifted in the meantime, such as by
 * an appeal, needs none. One that would bar the agent by now is not lifted (rule 25 of docs/build/governance.md); the
 * case is considered again.
 */
async function buildUnflagCall(
  { context, reader, tip }: Building,
  { address, caseId }: QueuedAction,
): Promise<CallOrProblem> {
  const flag = await readStandingFlag(reader, address)
  if (flag === null) return toMoot(`The flag of ${address} was lifted already.`)
  const { number, since, namedUntil } = flag
  if (flag.caseId !== caseId || !(await isOwnFlag(context.db, { address, number, caseId })))
    return toMoot(`Flag ${number} of ${address} is not the one of case ${caseId}.`)
  const standing = { flag: { flaggedAt: Number(since) }, flagNamedUntil: Number(namedUntil) }
  // A second later than the whole seconds say: the contract counts fractions.
  const liftableFrom = 1 + getFlagLiftableFrom(standing)
  if (tip.timeMs >= liftableFrom * 1000) return unflagWallet({ address })
  const time = formatMinute(BigInt(liftableFrom))
  return toMoot(`A lift before ${time} would keep the agent from flagging ${address} for 7 days.`)
}

/** The contract's `DharmaProtectionTypes.Flag`, decoded by the reader: times in units of 10⁻⁸ seconds. */
interface OnchainFlag {
  number: bigint
  caseId: string
  since: bigint
  /** Until when a vote, an appeal, or an approved unfreeze that waits names it, as recorded; 0 for none. */
  namedUntil: bigint
}

/** Reads the flag that stands at the latest block, by the rules of time and votes, with times in Unix seconds. */
async function readStandingFlag(reader: NetworkReader, address: Address) {
  const query = { contract: 'DharmaProtection', call: getProtectionStatus({ address }) }
  const { flag } = (await readDeployed(reader, query)) as { flag: OnchainFlag | null }
  if (flag === null) return null
  return {
    number: Number(flag.number),
    caseId: flag.caseId,
    since: flag.since / UNITS_PER_TOKEN,
    namedUntil: flag.namedUntil / UNITS_PER_TOKEN,
  }
}

/**
 * Has the agent's own account propose to freeze an address. The account signs
 * the text that the contract verifies, with its next sequence number: of two such calls, the contract
 * accepts one.
 */
async function buildProposeFreezeCall(
  { reader, signer, tip }: Building,
  { address: target, reason }: QueuedAction,
): Promise<CadenceCall> {
  const { network } = reader
  const { address: proposer } = signer
  const call = getSequence({ address: proposer, series: SEQUENCE_SERIES.proposals })
  const query = { contract: 'DharmaConsent', call, atHeight: tip.height }
  const last = (await readDeployed(reader, query)) as Record<
    'sequence' | 'now' | 'maxValidity',
    bigint
  >
  const sequence = last.sequence + 1n
  const validUntil = toValidUntil(last.now / UNITS_PER_TOKEN, last.maxValidity)
  const contract = toAddress(getContractAddress('DharmaConsent', network))
  const text = buildConsentMessage(
    { contract, network, address: proposer, sequence, validUntil },
    { kind: 'proposal', action: { name: 'freeze', target }, reasonHash: hashReason(reason) },
  )
  const { keyId, signature } = signUserMessage(signer, text)
  const consent = { sequence, validUntil, keyIndexes: [keyId], signatures: [signature] }
  return createProposal({ action: 'freeze', target, reason, proposer, ...consent })
}

/**
 * Sends a signed message. The contract rebuilds the text from these arguments
 * and verifies the signatures, so the agent cannot change anything.
 */
export function buildMessageCall(
  signer: Address,
  { content, sequence, validUntil, signatures }: MessagePayload,
): CadenceCall {
  const proof = {
    sequence,
    validUntil,
    keyIndexes: signatures.map(({ keyId }) => keyId),
    signatures: signatures.map(({ signature }) => signature),
  }
  switch (content.kind) {
    case 'proposal': {
      const { action, target, reason } = content
      return createProposal({ action, target, reason, proposer: signer, ...proof })
    }
    case 'vote':
      return castVotes({
        ids: content.votes.map(({ proposalId }) => proposalId),
        supports: content.votes.map(({ support }) => support),
        voter: signer,
        ...proof,
      })
    case 'appeal': {
      const { against, reason } = content
      const subject = { flagNumber: null, freezeNumber: null, ...against }
      return openAppeal({ address: signer, ...subject, reason, ...proof })
    }
    case 'report': {
      const reasonHash = hashReason(content.reason)
      return reportWallet({ address: content.target, reasonHash, reporter: signer, ...proof })
    }
    case 'report withdrawal':
      return withdrawReport({ address: content.target, reporter: signer, ...proof })
    case 'vouch':
      return vouchForWallet({ address: content.target, voucher: signer, ...proof })
    case 'vouch withdrawal':
      return withdrawVouch({ address: content.target, voucher: signer, ...proof })
  }
}
