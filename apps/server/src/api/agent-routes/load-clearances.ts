import type { ClearanceAnswer } from '@app/api/schemas/agent.ts'
import type { Address } from '@app/values/address.ts'
import { readClearances, type SignedClearance } from '../../agent/clearing/read-clearances.ts'
import { readClearanceCounts } from '../../alerts/subscriptions/read-clearance-counts.ts'
import type { Context } from '../../runtime/context.ts'

/** Loads the withdrawn accusations of an address, with how many recipients know of them. */
export async function loadClearances(
  context: Pick<Context, 'db'>,
  address: Address,
): Promise<ClearanceAnswer[]> {
  const cleared = await readClearances(context, address)
  return await Promise.all(
    cleared.map(async (one) => ({
      ...toAnswer(one),
      recipients: await readClearanceCounts(context, address, one.caseId),
    })),
  )
}

function toAnswer({ caseId, openedMs, clearedMs, clearance }: SignedClearance) {
  const { text, address, keyIndex, signature } = clearance
  return {
    caseId,
    accusedAt: new Date(openedMs).toISOString(),
    clearedAt: new Date(clearedMs).toISOString(),
    text,
    signedBy: { address, keyIndex, signature },
  }
}
