import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import { FatalError } from '@app/values/errors.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { QueuedAction } from '../outbox/queries.ts'
import { publishCall } from './publish-call.ts'

/** The transaction that makes an action happen, `null` when what it rests on is not there. */
export async function callOfAction(
  db: Kysely<Tables>,
  action: QueuedAction,
): Promise<CadenceCall | null> {
  if (action.kind === 'publish') return await publishCall(db, action)
  throw new FatalError(`No transaction is known for actions of the kind '${action.kind}'.`)
}
