import type { Address } from '@app/values/address.ts'
import type { Context } from '../../runtime/context.ts'
import { isRetryable } from '../../runtime/stage.ts'
import { scoreAccount } from '../../scorer/score-account.ts'

export type ComputedScore = Awaited<ReturnType<typeof scoreAccount>>

/**
 * Scores an account now. Returns `null` and logs the error when it cannot be scored, so that one
 * account does not block others.
 */
export async function scoreOrLogFailure(
  context: Context,
  address: Address,
): Promise<ComputedScore | null> {
  try {
    return await scoreAccount(context, address, 'agent')
  } catch (error) {
    if (isRetryable(error)) throw error
    context.log.error({ err: error, address }, 'an account could not be rechecked')
    return null
  }
}
