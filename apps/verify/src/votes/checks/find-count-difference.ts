import type {
  ArchivedProposal,
  ArchivedVote,
  VoteArchive,
} from '@app/api/schemas/governance/vote-archive.ts'
import type { Difference } from '../../checks/difference.ts'
import { listProposals, listVotes, type ProposalEntry, type VoteEntry } from '../list-entries.ts'
import { findFirst } from './find-first.ts'
import { parseAction } from './find-proposal-difference.ts'
import { getMinScore } from './voting-outcome.ts'

/** Checks who voted, which votes count, and the sums. */
export function findCountDifference(archive: VoteArchive): Difference | null {
  return (
    findFirst(listVotes(archive), findVoterDifference) ??
    findFirst(listVotes(archive), findCountedDifference) ??
    findFirst(listProposals(archive), findSumDifference)
  )
}

const EVIDENCE_HASH = /^[0-9a-f]{64}$/

function findVoterDifference({ path, vote, proposal }: VoteEntry): Difference | null {
  const { voter, score, evidenceHash } = vote
  const action = parseAction(proposal)
  const isRecoveryAddress = action?.name === 'recover' && action.recoveryAddress === voter
  if (voter === proposal.targetAddress || isRecoveryAddress) {
    const expected = 'neither the target nor the recovery address, which may not vote'
    return { path: `${path}.voter`, expected, found: voter }
  }
  const minimum = getMinScore(proposal)
  if (!(score >= minimum && score <= 100)) {
    return { path: `${path}.score`, expected: `${minimum} to 100`, found: `${score}` }
  }
  if (EVIDENCE_HASH.test(evidenceHash)) return null
  const expected = '64 hex digits in lower case'
  return { path: `${path}.evidenceHash`, expected, found: JSON.stringify(evidenceHash) }
}

/** The last vote of a voter counts. */
function findCountedDifference({ path, vote, proposal }: VoteEntry): Difference | null {
  const later = findLaterVote(vote, proposal)
  const isCounted = later === undefined
  if (vote.isCounted === isCounted) return null
  const why = isCounted
    ? 'no later vote of the voter replaced it'
    : `the vote with sequence ${later.message.sequence} replaced it`
  return {
    path: `${path}.isCounted`,
    expected: `${isCounted}, because ${why}`,
    found: `${vote.isCounted}`,
  }
}

function findLaterVote(vote: ArchivedVote, { votes }: ArchivedProposal): ArchivedVote | undefined {
  const isLater = ({ voter, message }: ArchivedVote) =>
    voter === vote.voter && message.sequence > vote.message.sequence
  return votes.find(isLater)
}

function findSumDifference({ path, proposal }: ProposalEntry): Difference | null {
  const counted = proposal.votes.filter(({ isCounted }) => isCounted)
  const sums = [
    ['votesFor', counted.filter(({ support }) => support).length, proposal.votesFor],
    ['votesAgainst', counted.filter(({ support }) => !support).length, proposal.votesAgainst],
  ] as const
  return findFirst(sums, ([name, sum, stated]) =>
    sum === stated
      ? null
      : {
          path: `${path}.${name}`,
          expected: `${sum}, the number of counted votes`,
          found: `${stated}`,
        },
  )
}
