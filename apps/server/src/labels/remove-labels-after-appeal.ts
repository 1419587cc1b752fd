import type { Address } from '@app/values/address.ts'
import type { Context } from '../runtime/context.ts'
import { removeLabel } from './change-labels.ts'
import { readLabels } from './read-labels.ts'

/**
 * Removes every current scam label of an account whose appeal was upheld, for good: the lists cannot add it again.
 * Idempotent.
 */
export async function removeLabelsAfterAppeal(
  context: Pick<Context, 'db'>,
  { address, appealId }: { address: Address; appealId: number },
): Promise<void> {
  const reason = `Appeal ${appealId} was upheld: the community found this entry to be wrong.`
  for (const label of await readLabels(context, address)) {
    if (label.kind !== 'scam' || label.removed !== null) continue
    await removeLabel(context, { address: label.address, id: label.id, reason, appealId })
  }
}
