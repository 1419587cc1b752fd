import type { AppealSubject as RequestedSubject } from '@app/api/schemas/case/appeal.ts'
import type { Address } from '@app/values/address.ts'
import type { AppealSubject } from '../../db/tables/action-payload.ts'
import { readAddress } from '../../governance/read-proposals.ts'
import { getAppealObstacle } from '../../governance/rules/remedies.ts'
import type { Context } from '../../runtime/context.ts'
import { ApiFailure } from '../failures/api-failure.ts'

/**
 * Throws `ApiFailure` with a sentence when a wallet cannot appeal now: nothing of that number stands against it, or it has
 * appealed. The contract decides again.
 */
export async function requireAppealable(
  context: Pick<Context, 'db'>,
  address: Address,
  against: AppealSubject,
): Promise<void> {
  const { state } = await readAddress(context, address)
  const message = getAppealObstacle(state, against)
  if (message !== null) throw new ApiFailure('appeal_refused', { message })
}

/** Returns what is appealed without further fields of the request, which its signer has not signed. */
export function toAppealSubject(against: RequestedSubject): AppealSubject {
  return 'flagNumber' in against
    ? { flagNumber: against.flagNumber }
    : { freezeNumber: against.freezeNumber }
}
