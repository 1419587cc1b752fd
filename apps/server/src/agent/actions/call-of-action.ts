import { CONTRACT_ADDRESSES } from '@app/contracts/addresses.generated.ts'
import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import { resolveImports } from '@app/contracts/resolve-imports.ts'
import { NodeRefusedError } from '@app/flow/errors.ts'
import { FatalError } from '@app/values/errors.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { problemOf } from '../outbox/problem-of.ts'
import type { QueuedAction } from '../outbox/queries.ts'
import { publishCall } from './publish-call.ts'
import { scheduleCall } from './schedule-call.ts'

/** Why an action cannot be sent at all. */
export interface Obstacle {
  problem: string
}

type Place = Pick<Outbox, 'context' | 'flow'>

/** The transaction that makes an action happen, ready for the network of the outbox. */
export async function callOfAction(
  place: Place,
  action: QueuedAction,
): Promise<CadenceCall | Obstacle> {
  const call = await bareCall(place, action)
  if ('problem' in call) return call
  return { ...call, cadence: resolveImports(call.cadence, place.context.config.network) }
}

async function bareCall(place: Place, action: QueuedAction): Promise<CadenceCall | Obstacle> {
  switch (action.kind) {
    case 'publish':
    case 'recheck':
      return await publication(place, action)
    case 'schedule_recheck':
      return await schedule(place, action)
    default:
      throw new FatalError(`No transaction is known for actions of the kind '${action.kind}'.`)
  }
}

async function publication(
  { context: { db, config } }: Place,
  action: QueuedAction,
): Promise<CadenceCall | Obstacle> {
  const { network } = config
  if (CONTRACT_ADDRESSES[network].DharmaScore === undefined) return missing('DharmaScore', network)
  const call = await publishCall(db, action)
  if (call !== null) return call
  return { problem: `No score of ${action.address} rests on the evidence ${action.evidenceHash}.` }
}

async function schedule(
  { context, flow }: Place,
  { address }: QueuedAction,
): Promise<CadenceCall | Obstacle> {
  const { network } = context.config
  try {
    const call = await scheduleCall({ flow, network }, address)
    return call ?? missing('DharmaRecheck', network)
  } catch (error) {
    if (error instanceof NodeRefusedError) return { problem: problemOf(error) }
    throw error
  }
}

function missing(contract: string, network: string): Obstacle {
  return { problem: `The contract ${contract} is not deployed on ${network} yet.` }
}
