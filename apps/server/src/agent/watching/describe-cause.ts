import { formatMinute } from '@app/values/minute.ts'
import type { RecheckCause } from './queries.ts'

/** Returns a cause as it is shown, such as 'flagged since 2026-05-03 12:00 UTC'. */
export function describeCause({ kind, since, proposalId }: RecheckCause): string {
  switch (kind) {
    case 'flagged':
      return `flagged since ${formatMinute(BigInt(since))}`
    case 'vault':
      return 'owns a guarded vault'
    case 'voted':
      return `voted on proposal ${proposalId}`
  }
}
