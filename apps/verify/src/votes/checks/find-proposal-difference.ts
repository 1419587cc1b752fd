import type { ArchivedProposal, VoteArchive } from '@app/api/schemas/governance/vote-archive.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import { parseProposalTitle } from '@app/contracts/proposal-title.ts'
import { toAddress } from '@app/values/address.ts'
import { VOTING_PERIOD_HOURS } from '@app/values/limits.ts'
import { isWithheldSentence } from '@app/values/text/withheld.ts'
import { type Difference, findFirstDifference } from '../../checks/difference.ts'
import { listProposals, type ProposalEntry } from '../list-entries.ts'
import { findFirst } from './find-first.ts'

/** Returns what a proposal does; `null` when its title is not the contract's. */
export function parseAction({ action, targetAddress, title }: ArchivedProposal) {
  return parseProposalTitle({ action, target: toAddress(targetAddress), title })
}

/** Checks title, reason and times of each proposal, and who opened it. */
export function findProposalDifference(archive: VoteArchive): Difference | null {
  return findFirst(listProposals(archive), (entry) => {
    const { path, proposal } = entry
    return (
      findTitleDifference(entry) ??
      findReasonDifference(entry) ??
      findAppealDifference(entry) ??
      findFirstDifference(`${path}.createdAt`, proposal.receipt.at, proposal.createdAt) ??
      findEndDifference(entry)
    )
  })
}

function findTitleDifference({ path, proposal }: ProposalEntry): Difference | null {
  if (parseAction(proposal) !== null) return null
  const expected = `the contract's title of ${proposal.action} ${proposal.targetAddress}`
  return { path: `${path}.title`, expected, found: JSON.stringify(proposal.title) }
}

function findReasonDifference({ path, proposal }: ProposalEntry): Difference | null {
  if (proposal.isReasonWithheld === true) return findWithheldDifference({ path, proposal })
  const hash = hashReason(proposal.reason)
  if (proposal.reasonHash === hash) return null
  const expected = `${hash}, the SHA-256 of the reason`
  return { path: `${path}.reasonHash`, expected, found: proposal.reasonHash }
}

/** The hash of a withheld reason is checked as part of what the proposer signed, and of the event. */
function findWithheldDifference({
  path,
  proposal: { reason },
}: Pick<ProposalEntry, 'path' | 'proposal'>): Difference | null {
  if (isWithheldSentence(reason)) return null
  const expected = 'since when and why the operator withholds it'
  return { path: `${path}.reason`, expected, found: JSON.stringify(reason) }
}

/** The target opens an appeal, by a message of its own kind that is not in the file. */
function findAppealDifference({ path, proposal }: ProposalEntry): Difference | null {
  const { isAppeal, action, proposer, targetAddress, message } = proposal
  if (!isAppeal) {
    const isSigned = message !== null
    return isSigned
      ? findCaseDifference({ path, proposal })
      : { path: `${path}.message`, expected: 'the signed message of the proposer', found: 'null' }
  }
  if (action !== 'unfreeze') {
    return { path: `${path}.action`, expected: 'unfreeze, as of every appeal', found: action }
  }
  const expected = message === null ? null : 'null for an appeal'
  if (expected !== null) return { path: `${path}.message`, expected, found: 'a message' }
  return findFirstDifference(`${path}.proposer`, targetAddress, proposer)
}

/** Only an appeal lifts the flag of one case. */
function findCaseDifference({ path, proposal }: ProposalEntry): Difference | null {
  const action = parseAction(proposal)
  const isOfCase = action?.name === 'unfreeze' && action.appealedCaseId !== null
  if (!isOfCase) return null
  return { path: `${path}.isAppeal`, expected: 'true, because it names a case', found: 'false' }
}

function findEndDifference({ path, proposal }: ProposalEntry): Difference | null {
  const end = proposal.createdAt + VOTING_PERIOD_HOURS * 3600
  if (proposal.votingEndsAt === end) return null
  const expected = `${end}, ${VOTING_PERIOD_HOURS} hours after createdAt`
  return { path: `${path}.votingEndsAt`, expected, found: `${proposal.votingEndsAt}` }
}
