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
import { formatMinute } from '@app/values/time.ts'
import type { Kysely } from 'kysely'
import type { ActionPayload } from '../../db/tables/agent-tables.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { type NetworkReader, readContract } from '../../flow-access/read-contract.ts'
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

/** A reason why an action can never be sent. */
interface CallProblem {
  problem: string
  /** There is nothing to do: the chain is as the action was to make it. */
  isMoot?: boolean
}

type CallContext = Pick<Outbox, 'context' | 'flow' | 'account'>

/**
 * Builds the transaction that carries out an action on the network of the outbox, or returns why it
 * cannot be built.
 */
export async function buildActionCall(
  callContext: CallContext,
  action: QueuedAction,
  proposer: Proposer,
): Promise<CadenceCall | CallProblem> {
  const call = await buildUnresolvedCall(callContext, action, proposer)
  if ('problem' in call) return call
  return { ...call, cadence: resolveImports(call.cadence, callContext.context.config.network) }
}

async function buildUnresolvedCall(
  callContext: CallContext,
  action: QueuedAction,
  proposer: Proposer,
): Promise<CadenceCall | CallProblem> {
  switch (action.kind) {
    case 'publish':
    case 'recheck':
      return await preparePublishCall(callContext, action)
    case 'schedule_recheck':
      return await readFirst(callContext, (reader) => buildScheduleCall(reader, action))
    case 'flag':
      return await readFirst(callContext, (reader) => buildFlagCall(reader, action))
    case 'unflag':
      return await readFirst(callContext, (reader) => {
        const { db } = callContext.context
        return buildUnflagCall({ db, reader, nowMs: proposer.tip.timeMs }, action)
      })
    case 'propose_freeze':
      return await readFirst(callContext, (reader) =>
        buildProposeFreezeCall(reader, action, proposer),
      )
    case 'relay_proposal':
    case 'relay_vote':
    case 'relay_appeal':
    case 'relay_report':
      return buildMessageCall(action) ?? { problem: 'The signed message was not stored.' }
    case 'settle':
      return buildSettleCall(action) ?? { problem: 'What to settle was not stored.' }
    case 'warn':
      return { problem: `No transaction is known for actions of the kind '${action.kind}'.` }
  }
}

async function preparePublishCall(
  callContext: CallContext,
  action: QueuedAction,
): Promise<CadenceCall | CallProblem> {
  const { network } = callContext.context.config
  if (CONTRACT_ADDRESSES[network].DharmaScore === undefined)
    return buildMissingContractProblem('DharmaScore', network)
  const { address, evidenceHash } = action
  const query = { address, evidenceHash, publisher: callContext.account.address }
  return await readFirst(callContext, async (reader) => {
    const publication = await readPlannedPublication(callContext.context, reader, query)
    if ('problem' in publication) return publication
    const { factors, version, evidenceHash, blockHeight } = publication
    const values = FACTORS.map((factor) => factors[factor])
    return publishScore({ address, factors: values, version, evidenceHash, blockHeight })
  })
}

/** Builds a call that rests on the state of the chain; a script that panics is its problem. */
async function readFirst(
  { context, flow }: CallContext,
  build: (reader: NetworkReader) => Promise<CadenceCall | CallProblem>,
): Promise<CadenceCall | CallProblem> {
  try {
    return await build({ flow, network: context.config.network })
  } catch (error) {
    if (error instanceof NodeRefusedError) return { problem: formatSendError(error) }
    throw error
  }
}

/**
 * Builds the call that records what time and votes have made of proposals against an address, which
 * settles the address too, or of the address alone. Returns `null` when the action does not say which.
 */
function buildSettleCall({
  address,
  payload,
}: Pick<QueuedAction, 'address' | 'payload'>): CadenceCall | null {
  if (payload === null || !('proposalIds' in payload)) return null
  const { proposalIds: ids } = payload
  return ids.length > 0 ? settleProposals({ ids }) : settleProtection({ addresses: [address] })
}

/**
 * Builds the call that starts the rechecks of an address, restarts the overdue recheck of a watched
 * address, or ends the rechecks, as the action says.
 */
async function buildScheduleCall(
  reader: NetworkReader,
  { address, payload }: Pick<QueuedAction, 'address' | 'payload'>,
): Promise<CadenceCall | CallProblem> {
  const call = getNextRun({ address })
  const nextRun = await readContract(reader, { contract: 'DharmaRecheck', call })
  if (nextRun === null) return buildMissingContractProblem('DharmaRecheck', reader.network)
  const isWatched = nextRun.value !== null
  if (payload !== null) return await buildEndCall(reader, { address, isWatched })
  return isWatched ? reviveRechecks({ addresses: [address] }) : watchWallet({ address })
}

/** A flag or a guarded vault that stands keeps its rechecks, whatever this server has indexed. */
async function buildEndCall(
  reader: NetworkReader,
  { address, isWatched }: { address: Address; isWatched: boolean },
): Promise<CadenceCall | CallProblem> {
  if (!isWatched) return { problem: `${address} is not rechecked any more.`, isMoot: true }
  const standing = await readStandingFlag(reader, address)
  if (standing !== null && standing.flag !== null)
    return { problem: `${address} is flagged, so its rechecks go on.`, isMoot: true }
  const call = getRecoveryAddress({ address })
  const vault = await readContract(reader, { contract: 'DharmaVault', call })
  if (vault === null || vault.value === null) return unwatchWallet({ address })
  return { problem: `${address} owns a guarded vault, so its rechecks go on.`, isMoot: true }
}

const buildMissingContractProblem = (contract: string, network: string): CallProblem => ({
  problem: `The contract ${contract} is not deployed on ${network} yet.`,
})

/**
 * Builds the call that flags an address under the case of the action. An address that is flagged
 * already needs none.
 */
async function buildFlagCall(
  reader: NetworkReader,
  { address, caseId, reason, payload }: QueuedAction,
): Promise<CadenceCall | CallProblem> {
  if (payload === null || !('reasonCode' in payload))
    return { problem: 'The reason code of the flag was not stored.' }
  const standing = await readStandingFlag(reader, address)
  if (standing === null) return buildMissingContractProblem('DharmaProtection', reader.network)
  const { flag } = standing
  if (flag !== null) {
    const since = formatMinute(flag.since)
    const problem = `${address} is flagged already, since ${since} under case ${flag.caseId}.`
    return { problem, isMoot: true }
  }
  const { reasonCode } = payload
  return flagWallet({ address, caseId, reasonCode, reasonHash: hashReason(reason) })
}

interface Lifting {
  db: Kysely<Tables>
  reader: NetworkReader
  /** Time of the latest block. */
  nowMs: number
}

/**
 * Builds the call that lifts the flag that the agent set in a case. A flag that was lifted in the meantime, such as by
 * an appeal, needs none. One that would bar the agent by now is not lifted (rule 25 of docs/build/governance.md); the
 * case is considered again.
 */
async function buildUnflagCall(
  { db, reader, nowMs }: Lifting,
  { address, caseId }: Pick<QueuedAction, 'address' | 'caseId'>,
): Promise<CadenceCall | CallProblem> {
  const standing = await readStandingFlag(reader, address)
  if (standing === null) return buildMissingContractProblem('DharmaProtection', reader.network)
  const { flag } = standing
  if (flag === null) return { problem: `The flag of ${address} was lifted already.`, isMoot: true }
  const { number } = flag
  if (flag.caseId !== caseId || !(await isOwnFlag(db, { address, number, caseId }))) {
    const problem = `Flag ${number} of ${address} is not the one of case ${caseId}.`
    return { problem, isMoot: true }
  }
  const liftableFrom = getLiftableFrom(flag)
  if (nowMs >= liftableFrom * 1000) return unflagWallet({ address })
  const time = formatMinute(BigInt(liftableFrom))
  const problem = `A lift before ${time} would keep the agent from flagging ${address} for 7 days.`
  return { problem, isMoot: true }
}

/** A second later than the whole seconds say: the contract counts fractions. */
const getLiftableFrom = ({ since, namedUntil }: StandingFlag): number =>
  1 +
  getFlagLiftableFrom({ flag: { flaggedAt: Number(since) }, flagNamedUntil: Number(namedUntil) })

/** A flag that stands on the chain. */
interface StandingFlag {
  number: number
  caseId: string
  /** Unix seconds, like the next. */
  since: bigint
  /** Until when a vote, an appeal, or an approved unfreeze that waits names it, as recorded; 0 for none. */
  namedUntil: bigint
}

/** The contract's `DharmaProtectionTypes.Flag`, decoded by the reader: times in units of 10⁻⁸ seconds. */
type OnchainFlag = Pick<StandingFlag, 'caseId' | 'since' | 'namedUntil'> & { number: bigint }

/**
 * Reads the flag that stands at the latest block, by the rules of time and votes; `flag` is `null`
 * when there is none. Returns `null` when the contract is not deployed.
 */
async function readStandingFlag(
  reader: NetworkReader,
  address: Address,
): Promise<{ flag: StandingFlag | null } | null> {
  const call = getProtectionStatus({ address })
  const result = await readContract(reader, { contract: 'DharmaProtection', call })
  if (result === null) return null
  const { flag } = result.value as { flag: OnchainFlag | null }
  if (flag === null) return { flag }
  const { number, caseId, since, namedUntil } = flag
  return {
    flag: {
      number: Number(number),
      caseId,
      since: since / UNITS_PER_TOKEN,
      namedUntil: namedUntil / UNITS_PER_TOKEN,
    },
  }
}

interface ConsentNumbers {
  sequence: bigint
  /** Unix seconds, a whole minute. */
  validUntil: bigint
}

/**
 * Builds the call by which the agent's own account proposes to freeze an address. The account signs
 * the text that the contract verifies, with its next sequence number: of two such calls, the contract
 * accepts one.
 */
async function buildProposeFreezeCall(
  reader: NetworkReader,
  { address: target, reason }: Pick<QueuedAction, 'address' | 'reason'>,
  proposer: Proposer,
): Promise<CadenceCall | CallProblem> {
  const numbers = await readNextNumbers(reader, proposer)
  if (numbers === null) return buildMissingContractProblem('DharmaConsent', reader.network)
  const { signer } = proposer
  const text = buildText(reader.network, signer, { ...numbers, target, reason })
  const { keyId, signature } = signUserMessage(signer, text)
  return createProposal({
    action: 'freeze',
    target,
    reason,
    proposer: signer.address,
    ...numbers,
    keyIndexes: [keyId],
    signatures: [signature],
  })
}

function buildText(
  network: Network,
  { address }: Signer,
  { target, reason, ...numbers }: ConsentNumbers & { target: Address; reason: string },
): string {
  const contract = toAddress(getContractAddress('DharmaConsent', network))
  return buildConsentMessage(
    { contract, network, address, ...numbers },
    { kind: 'proposal', action: { name: 'freeze', target }, reasonHash: hashReason(reason) },
  )
}

/** Returns `null` when the contract is not deployed. */
async function readNextNumbers(
  reader: NetworkReader,
  { signer, tip }: Proposer,
): Promise<ConsentNumbers | null> {
  const call = getSequence({ address: signer.address, series: SEQUENCE_SERIES.proposals })
  const query = { contract: 'DharmaConsent', call, atHeight: tip.height }
  const result = await readContract(reader, query)
  if (result === null) return null
  const last = result.value as Record<'sequence' | 'now' | 'maxValidity', bigint>
  return {
    sequence: last.sequence + 1n,
    validUntil: toValidUntil(last.now / UNITS_PER_TOKEN, last.maxValidity),
  }
}

/**
 * Builds the call that sends a signed message. The contract rebuilds the text from these arguments
 * and verifies the signatures, so the agent cannot change anything. Returns
 * `null` when the action has no signed message.
 */
export function buildMessageCall({
  address: signer,
  payload,
}: {
  address: Address
  payload: ActionPayload | null
}): CadenceCall | null {
  if (payload === null || !('content' in payload)) return null
  const { content, sequence, validUntil, signatures } = payload
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
