import type { Address } from '@app/values/address.ts'
import type { Context } from '../runtime/context.ts'
import { readLabels } from './read-labels.ts'
import { removeLabel } from './remove-label.ts'

/**
 * Removes every current scam label of an account whose appeal was upheld, for good: the lists cannot add it again.
 * Idempotent.
 */
export async function removeLabelsAfterAppeal(
  context: Pick<Context, 'db'>,
  { address, appealId }: { address: Address; appealId: number },
): Promise<void> {
  const reason = `Appeal ${appealId} was upheld: the community found this entry to be wrong.`
  for (const { id, kind, removed } of await readLabels(context, address)) {
    if (kind !== 'scam' || removed !== null) continue
    await removeLabel(context, { address, id, reason, appealId })
  }
}
