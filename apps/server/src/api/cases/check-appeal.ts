import type { AppealSubject as RequestedSubject } from '@app/api/schemas/case/appeal.ts'
import type { Address } from '@app/values/address.ts'
import type { AppealSubject } from '../../db/tables/action-payload.ts'
import { readAddress } from '../../governance/read-proposals.ts'
import { getAppealObstacle } from '../../governance/rules/appeal-obstacle.ts'
import type { Context } from '../../runtime/context.ts'
import { ApiFailure } from '../failures/api-failure.ts'

/**
 * Throws `ApiFailure` with a sentence when a wallet cannot appeal now: nothing stands against it, it has appealed, or a
 * clock is over. The contract decides again.
 */
export async function requireAppealable(
  context: Pick<Context, 'db'>,
  address: Address,
  against: AppealSubject,
): Promise<void> {
  const { record, now } = await readAddress(context, address)
  const message = getAppealObstacle(record, against, now)
  if (message !== null) throw new ApiFailure('appeal_refused', { message })
}

/** Returns what is appealed without further fields of the request, which its signer has not signed. */
export function toAppealSubject(against: RequestedSubject): AppealSubject {
  if ('caseId' in against) return { caseId: against.caseId }
  if ('freezeProposalId' in against) return { freezeProposalId: against.freezeProposalId }
  return { secondProposalOf: against.secondProposalOf }
}
