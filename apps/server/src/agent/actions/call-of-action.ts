import { CONTRACT_ADDRESSES } from '@app/contracts/addresses.generated.ts'
import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import { resolveImports } from '@app/contracts/resolve-imports.ts'
import { FatalError } from '@app/values/errors.ts'
import type { Context } from '../../context.ts'
import type { QueuedAction } from '../outbox/queries.ts'
import { publishCall } from './publish-call.ts'

/** Why an action cannot be sent at all. */
export interface Obstacle {
  problem: string
}

/** The transaction that makes an action happen, ready for the network of `context`. */
export async function callOfAction(
  { db, config }: Pick<Context, 'db' | 'config'>,
  action: QueuedAction,
): Promise<CadenceCall | Obstacle> {
  if (action.kind !== 'publish') {
    throw new FatalError(`No transaction is known for actions of the kind '${action.kind}'.`)
  }
  const { network } = config
  if (CONTRACT_ADDRESSES[network].DharmaScore === undefined) {
    return { problem: `The contract DharmaScore is not deployed on ${network} yet.` }
  }
  const call = await publishCall(db, action)
  if (call !== null) return { ...call, cadence: resolveImports(call.cadence, network) }
  return { problem: `No score of ${action.address} rests on the evidence ${action.evidenceHash}.` }
}
