import type { VoteArchive } from '@app/api/schemas/governance/vote-archive.ts'
import type { Difference } from '../../checks/difference.ts'
import { listMessages, listVotes, type MessageEntry, type VoteEntry } from '../list-entries.ts'
import { findFirst } from './find-first.ts'

/** The contract refuses votes and proposals that are valid for longer, in seconds. */
const MAX_VALIDITY = 24 * 3600

/** Checks that each vote was cast while voting was open, and each message while it was valid. */
export function findTimeDifference(archive: VoteArchive): Difference | null {
  return (
    findFirst(listVotes(archive), findVotingTimeDifference) ??
    findFirst(listMessages(archive), findValidityDifference)
  )
}

function findVotingTimeDifference({ path, vote, proposal }: VoteEntry): Difference | null {
  const { createdAt, votingEndsAt } = proposal
  const { at } = vote.receipt
  if (at >= createdAt && at < votingEndsAt) return null
  const expected = `from ${createdAt} on and before ${votingEndsAt}, while voting was open`
  return { path: `${path}.receipt.at`, expected, found: `${at}` }
}

function findValidityDifference({ path, message, receipt }: MessageEntry): Difference | null {
  const { validUntil } = message
  if (validUntil >= receipt.at && validUntil <= receipt.at + MAX_VALIDITY) return null
  const expected = `${receipt.at} to ${receipt.at + MAX_VALIDITY}, at most 24 hours after its block`
  return { path: `${path}.validUntil`, expected, found: `${validUntil}` }
}
