import type { ArchivedProposal, VoteArchive } from '@app/api/schemas/vote-archive.ts'
import type { GovernanceAction } from '@app/contracts/consent-message.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import { parseProposalTitle } from '@app/contracts/proposal-title.ts'
import { toAddress } from '@app/values/address.ts'
import { VOTING_PERIOD_HOURS } from '@app/values/limits.ts'
import { isWithheldSentence } from '@app/values/withheld.ts'
import { type Difference, type Finding, findFirst, findFirstDifference } from '../check.ts'
import { listProposals, type ProposalEntry } from './archive-entries.ts'

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
  const action = parseAction(proposal)
  if (action === null) {
    const expected = `the contract's title of ${proposal.action} ${proposal.targetAddress}`
    return { path: `${path}.title`, expected, found: JSON.stringify(proposal.title) }
  }
  const named = getNamedNumbers(action)
  return (
    findFirstDifference(`${path}.flagNumber`, named.flagNumber, proposal.flagNumber) ??
    findFirstDifference(`${path}.freezeNumber`, named.freezeNumber, proposal.freezeNumber)
  )
}

/** Returns the flag and the freeze that a proposal names, as its title states them. */
function getNamedNumbers(action: GovernanceAction) {
  const flagNumber = action.name === 'unfreeze' ? action.flagNumber : null
  const freezeNumber = action.name === 'freeze' ? null : action.freezeNumber
  return {
    flagNumber: flagNumber === null ? undefined : Number(flagNumber),
    freezeNumber: freezeNumber === null ? undefined : Number(freezeNumber),
  }
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

/** The target opens an appeal against one flag or one freeze, by a message of its own kind that is not in the file. */
function findAppealDifference({ path, proposal }: ProposalEntry): Difference | null {
  const { isAppeal, action, proposer, targetAddress, message, rank } = proposal
  if (!isAppeal) {
    if (message === null) {
      const expected = 'the signed message of the proposer'
      return { path: `${path}.message`, expected, found: 'null' }
    }
    if (proposer !== targetAddress || rank === 'other') return null
    return { path: `${path}.rank`, expected: 'other, as always for the target', found: rank }
  }
  if (action !== 'unfreeze') {
    return { path: `${path}.action`, expected: 'unfreeze, as of every appeal', found: action }
  }
  const expected = message === null ? null : 'null for an appeal'
  if (expected !== null) return { path: `${path}.message`, expected, found: 'a message' }
  if (proposal.flagNumber !== undefined && proposal.freezeNumber !== undefined) {
    const expected = 'missing, because an appeal names a flag or a freeze'
    return { path: `${path}.flagNumber`, expected, found: `${proposal.flagNumber}` }
  }
  return (
    findFirstDifference(`${path}.proposer`, targetAddress, proposer) ??
    findFirstDifference(`${path}.rank`, 'other', rank)
  )
}

function findEndDifference({ path, proposal }: ProposalEntry): Difference | null {
  const end = proposal.createdAt + VOTING_PERIOD_HOURS * 3600
  if (proposal.votingEndsAt === end) return null
  const expected = `${end}, ${VOTING_PERIOD_HOURS} hours after createdAt`
  return { path: `${path}.votingEndsAt`, expected, found: `${proposal.votingEndsAt}` }
}

/** Names the reasons that the operator withholds; `null` when there are none. */
export function findWithheldReasons(archive: VoteArchive): Finding {
  const withheld = listProposals(archive).flatMap(({ path, proposal }) =>
    proposal.isReasonWithheld === true ? `${path}.reason: ${proposal.reason}` : [],
  )
  if (withheld.length === 0) return null
  return { note: `The operator withholds reasons; their hashes are kept: ${withheld.join('; ')}` }
}
