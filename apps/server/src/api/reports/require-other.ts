import type { Address } from '@app/values/address.ts'
import { ApiFailure } from '../failures/api-failure.ts'

/** Throws `ApiFailure` when a wallet would flag itself. */
export function requireOther(target: Address, author: Address): void {
  if (target !== author) return
  const message = 'A wallet cannot flag itself'
  throw new ApiFailure('invalid_request', {
    message,
    details: [{ field: 'targetAddress', message }],
  })
}
