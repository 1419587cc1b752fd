import type { VoteArchive } from '@app/api/schemas/governance/vote-archive.ts'
import {
  buildConsentMessage,
  type ConsentContext,
  type SignedVote,
} from '@app/contracts/consent-message.ts'
import { toAddress } from '@app/values/address.ts'
import type { Difference } from '../../checks/difference.ts'
import { isSameMessage, listMessages, listVotes, type MessageEntry } from '../list-entries.ts'
import { buildVoteText, type FindVote } from './build-vote-text.ts'
import { findFirst } from './find-first.ts'
import { parseAction } from './find-proposal-difference.ts'
import { isUnread } from './find-signature-difference.ts'

/** Checks that each signed text is the one that its proposal or its votes give. */
export function findTextDifference(archive: VoteArchive): Difference | null {
  const read = listMessages(archive).filter(({ message }) => !isUnread(message))
  return findFirst(read, (entry) => findOneDifference(archive, entry))
}

function findOneDifference(archive: VoteArchive, entry: MessageEntry): Difference | null {
  const { path, message } = entry
  const text = buildText(archive, entry)
  if (text === null) {
    const expected = 'a whole minute, in Unix seconds'
    return { path: `${path}.validUntil`, expected, found: `${message.validUntil}` }
  }
  if (message.text === text) return null
  const expected = `${JSON.stringify(text)}, built from the other fields`
  return { path: `${path}.text`, expected, found: JSON.stringify(message.text) }
}

/** Returns the text; `null` when the end of validity is not one that a text can have. */
function buildText(archive: VoteArchive, entry: MessageEntry): string | null {
  const { contract, network } = archive
  const { signer: address, message } = entry
  const numbers = { sequence: BigInt(message.sequence), validUntil: BigInt(message.validUntil) }
  try {
    const context = { contract: toAddress(contract), network, address, ...numbers }
    return buildEntryText(archive, entry, context)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function buildEntryText(
  archive: VoteArchive,
  entry: MessageEntry,
  context: ConsentContext,
): string | null {
  const { proposal, support, message } = entry
  const action = parseAction(proposal)
  if (action === null) return null
  if (support === null) {
    const { reasonHash } = proposal
    return buildConsentMessage(context, { kind: 'proposal', action, reasonHash })
  }
  const own: SignedVote = { proposalId: BigInt(proposal.id), action, support }
  return buildVoteText(context, own, {
    stated: message.text,
    findVote: createFinder(archive, entry),
  })
}

/** The file has every vote of a message on the proposals from its first one on. */
function createFinder(archive: VoteArchive, entry: MessageEntry): FindVote {
  const first = archive.proposals[0]?.id ?? 0
  return (proposalId) => {
    if (proposalId < first) return undefined
    const found = listVotes(archive).find(
      ({ vote, proposal }) => proposal.id === proposalId && isSameMessage(entry, vote),
    )
    const action = found === undefined ? null : parseAction(found.proposal)
    if (found === undefined || action === null) return null
    return { proposalId: BigInt(proposalId), action, support: found.vote.support }
  }
}
