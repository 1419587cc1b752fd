import { CONTRACT_ADDRESSES } from '@app/contracts/addresses.generated.ts'
import { type CadenceCall, resolveImports } from '@app/contracts/resolve-imports.ts'
import { getNextRun, getRecoveryAddress } from '@app/contracts/scripts.generated.ts'
import {
  publishScore,
  reviveRechecks,
  settleProposals,
  settleProtection,
  unwatchWallet,
  watchWallet,
} from '@app/contracts/transactions.generated.ts'
import { NodeRefusedError } from '@app/flow/errors.ts'
import type { Address } from '@app/values/address.ts'
import { FACTORS } from '@app/values/factor.ts'
import { type NetworkReader, readContract } from '../../flow-access/read-contract.ts'
import { formatSendError } from '../outbox/format-send-error.ts'
import type { QueuedAction } from '../outbox/load-outbox.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { buildFlagCall, buildUnflagCall, readStandingFlag } from './build-flag-calls.ts'
import { buildMessageCall } from './build-message-call.ts'
import { buildProposeFreezeCall, type Proposer } from './build-propose-freeze-call.ts'
import { buildMissingContractProblem, type CallProblem } from './call-problem.ts'
import { readPublication } from './read-publication.ts'

type CallContext = Pick<Outbox, 'context' | 'flow' | 'account'>

/**
 * Builds the transaction that carries out an action on the network of the outbox, or returns why it
 * cannot be built. `proposer` is the key that will sign it.
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
    const publication = await readPublication(callContext.context, reader, query)
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
