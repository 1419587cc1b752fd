import type { ArchivedProposal, ArchivedVote, VoteArchive } from '@app/api/schemas/vote-archive.ts'
import { formatDifference } from '../check.ts'
import { verifyVotes } from '../votes/verify-votes.ts'
import { buildSampleArchive } from './build-sample-archive.ts'
import type { Verdict } from './verify-file.ts'

/** Runs the checks that need only the file. */
export async function verifyAlone(archive: VoteArchive): Promise<Verdict> {
  const undecided: string[] = []
  const report = {
    checking: () => {},
    proven: () => {},
    noted: () => {},
    undecided: (because: string) => undecided.push(because),
  }
  const difference = await verifyVotes(archive, null, report)
  return { wrong: difference && formatDifference(difference), undecided }
}

/** A change of the sample: its proposal, the votes, the file. */
export type Change = (proposal: ArchivedProposal, votes: Votes, archive: VoteArchive) => void

/** The votes of the sample. */
type Votes = [ArchivedVote, ArchivedVote, ArchivedVote, ArchivedVote]

/** Builds the sample with a change. */
export function forge(change: Change): VoteArchive {
  const archive = buildSampleArchive()
  const proposal = archive.proposals[0] as ArchivedProposal
  change(proposal, proposal.votes as Votes, archive)
  return archive
}
