import type { ArchivedProposal, ArchivedVote, VoteArchive } from '@app/api/schemas/vote-archive.ts'
import type { ProposalAction } from '@app/values/governance.ts'
import {
  MIN_JUROR_SCORE,
  MIN_VOTER_SCORE,
  MIN_VOTES_FOR,
  VOTES_REQUIRED,
} from '@app/values/limits.ts'
import { type Difference, findFirst } from '../check.ts'
import { listProposals, listVotes, type ProposalEntry, type VoteEntry } from './archive-entries.ts'
import { parseAction } from './proposals.ts'

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

/** An approved proposal can be executed for 7 days, in seconds. */
export const EXECUTION_PERIOD = 7 * 24 * 3600

/** A proposal with its counted votes. */
interface CountedVotes {
  action: ProposalAction
  votesFor: number
  votesAgainst: number
}

/** Returns how the voting ends with these votes. Source: `DharmaProposals.Proposal.getResult`. */
export function getVotingResult({ action, votesFor, votesAgainst }: CountedVotes) {
  if (votesFor + votesAgainst < VOTES_REQUIRED) return 'expired'
  return votesFor > votesAgainst && votesFor >= MIN_VOTES_FOR[action] ? 'approved' : 'rejected'
}

/** Returns the least score with which somebody votes on a proposal. */
export const getMinScore = ({ isAppeal }: { isAppeal: boolean }): number =>
  isAppeal ? MIN_JUROR_SCORE : MIN_VOTER_SCORE
