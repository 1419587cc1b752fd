import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import { settleDue } from '@app/contracts/transactions.generated.ts'
import type { ActionPayload } from '../../db/tables/action-payload.ts'

/**
 * Builds the call that records what time and votes have made of proposals and addresses. Returns
 * `null` when the action does not say which.
 */
export function buildSettleCall({
  payload,
}: {
  payload: ActionPayload | null
}): CadenceCall | null {
  if (payload === null || !('proposalIds' in payload)) return null
  const { proposalIds, addresses } = payload
  return settleDue({ proposalIds, addresses })
}
