import { CONTRACT_ADDRESSES } from '@app/contracts/addresses.generated.ts'
import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import { resolveImports } from '@app/contracts/resolve-imports.ts'
import { NodeRefusedError } from '@app/flow/errors.ts'
import { FatalError } from '@app/values/errors.ts'
import { formatSendError } from '../outbox/format-send-error.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { QueuedAction } from '../outbox/queries.ts'
import { buildPublishCall } from './build-publish-call.ts'
import { buildRelayCall } from './build-relay-call.ts'
import { buildScheduleCall } from './build-schedule-call.ts'
import { buildSettleCall } from './build-settle-call.ts'

/** A reason why an action can never be sent. */
export interface CallProblem {
  problem: string
}

type CallContext = Pick<Outbox, 'context' | 'flow'>

/**
 * Builds the transaction that carries out an action on the network of the outbox, or returns why it
 * cannot be built.
 */
export async function buildActionCall(
  callContext: CallContext,
  action: QueuedAction,
): Promise<CadenceCall | CallProblem> {
  const call = await buildUnresolvedCall(callContext, action)
  if ('problem' in call) return call
  return { ...call, cadence: resolveImports(call.cadence, callContext.context.config.network) }
}

async function buildUnresolvedCall(
  callContext: CallContext,
  action: QueuedAction,
): Promise<CadenceCall | CallProblem> {
  switch (action.kind) {
    case 'publish':
    case 'recheck':
      return await preparePublishCall(callContext, action)
    case 'schedule_recheck':
      return await prepareScheduleCall(callContext, action)
    case 'relay_proposal':
    case 'relay_vote':
    case 'relay_report':
      return buildRelayCall(action) ?? { problem: 'The signed message was not stored.' }
    case 'settle':
      return buildSettleCall(action) ?? { problem: 'What to settle was not stored.' }
    default:
      throw new FatalError(`No transaction is known for actions of the kind '${action.kind}'.`)
  }
}

async function preparePublishCall(
  { context: { db, config } }: CallContext,
  action: QueuedAction,
): Promise<CadenceCall | CallProblem> {
  const { network } = config
  if (CONTRACT_ADDRESSES[network].DharmaScore === undefined)
    return buildMissingContractProblem('DharmaScore', network)
  const call = await buildPublishCall(db, action)
  if (call !== null) return call
  return { problem: `No score of ${action.address} rests on the evidence ${action.evidenceHash}.` }
}

async function prepareScheduleCall(
  { context, flow }: CallContext,
  { address }: QueuedAction,
): Promise<CadenceCall | CallProblem> {
  const { network } = context.config
  try {
    const call = await buildScheduleCall({ flow, network }, address)
    return call ?? buildMissingContractProblem('DharmaRecheck', network)
  } catch (error) {
    if (error instanceof NodeRefusedError) return { problem: formatSendError(error) }
    throw error
  }
}

function buildMissingContractProblem(contract: string, network: string): CallProblem {
  return { problem: `The contract ${contract} is not deployed on ${network} yet.` }
}
