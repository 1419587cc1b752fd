import { CONTRACT_ADDRESSES } from '@app/contracts/addresses.generated.ts'
import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import { resolveImports } from '@app/contracts/resolve-imports.ts'
import { NodeRefusedError } from '@app/flow/errors.ts'
import type { NetworkReader } from '../../flow-access/read-contract.ts'
import { formatSendError } from '../outbox/format-send-error.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { QueuedAction } from '../outbox/queries.ts'
import { buildFlagCall } from './build-flag-call.ts'
import { buildProposeFreezeCall, type Proposer } from './build-propose-freeze-call.ts'
import { buildPublishCall } from './build-publish-call.ts'
import { buildRelayCall } from './build-relay-call.ts'
import { buildScheduleCall } from './build-schedule-call.ts'
import { buildSettleCall } from './build-settle-call.ts'
import { buildUnflagCall } from './build-unflag-call.ts'
import { buildMissingContractProblem, type CallProblem } from './call-problem.ts'

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
      return buildRelayCall(action) ?? { problem: 'The signed message was not stored.' }
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
  const { db } = callContext.context
  const publisher = callContext.account.address
  return await readFirst(callContext, (reader) =>
    buildPublishCall({ db, reader, publisher }, action),
  )
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
