import type { VoteArchive } from '@app/api/schemas/governance/vote-archive.ts'
import type { Finding } from '../../checks/check.ts'
import { listProposals } from '../list-entries.ts'

/** Names the reasons that the operator withholds; `null` when there are none. */
export function findWithheldReasons(archive: VoteArchive): Finding {
  const withheld = listProposals(archive).flatMap(({ path, proposal }) =>
    proposal.isReasonWithheld === true ? `${path}.reason: ${proposal.reason}` : [],
  )
  if (withheld.length === 0) return null
  return { note: `The operator withholds reasons; their hashes are kept: ${withheld.join('; ')}` }
}
