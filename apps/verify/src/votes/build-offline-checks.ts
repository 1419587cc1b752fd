import type { VoteArchive } from '@app/api/schemas/governance/vote-archive.ts'
import type { Check } from '../checks/check.ts'
import { formatCount } from '../checks/format-count.ts'
import { findCountDifference } from './checks/find-count-difference.ts'
import { findOrderDifference } from './checks/find-order-difference.ts'
import { findProposalDifference } from './checks/find-proposal-difference.ts'
import { findSequenceDifference } from './checks/find-sequence-difference.ts'
import { findSignatureFinding } from './checks/find-signature-difference.ts'
import { findTextDifference } from './checks/find-text-difference.ts'
import { findTimeDifference } from './checks/find-time-difference.ts'
import { findWithheldReasons } from './checks/find-withheld-reasons.ts'
import { listMessages } from './list-entries.ts'

/** Builds the checks that need only the file, except for the statuses. */
export function buildOfflineChecks(archive: VoteArchive): Check[] {
  const messages = formatCount(listMessages(archive).length, 'signed message')
  const withheld = findWithheldReasons(archive)
  const checks: Check[] = [
    {
      claim: `The contract is that of ${archive.network}; no number of a proposal is left out, and nothing is given twice.`,
      find: () => findOrderDifference(archive),
    },
    {
      claim:
        'Each proposal has the title of its action, the hash of its reason, and 24 hours of voting.',
      find: () => findProposalDifference(archive),
    },
    {
      claim: `The texts of ${messages} follow from contract, network, proposal, signer and choice.`,
      find: () => findTextDifference(archive),
    },
    {
      claim: 'Each text has valid signatures by different keys that weigh 1000 together.',
      find: () => findSignatureFinding(archive),
    },
    {
      claim: 'Each vote was cast while voting was open and its message was valid.',
      find: () => findTimeDifference(archive),
    },
    {
      claim: 'The sequence numbers of each signer grow.',
      find: () => findSequenceDifference(archive),
    },
    {
      claim: 'The last vote of each voter counts, and the sums are those of the counted votes.',
      find: () => findCountDifference(archive),
    },
  ]
  if (withheld === null) return checks
  return [...checks, { claim: 'No reason is withheld.', find: () => withheld }]
}
