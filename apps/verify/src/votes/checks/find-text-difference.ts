import type { VoteArchive } from '@app/api/schemas/governance/vote-archive.ts'
import { buildConsentMessage, type ConsentContent } from '@app/contracts/consent-message.ts'
import { toAddress } from '@app/values/address.ts'
import type { Difference } from '../../checks/difference.ts'
import { listMessages, type MessageEntry } from '../list-entries.ts'
import { findFirst } from './find-first.ts'
import { parseAction } from './find-proposal-difference.ts'
import { isUnread } from './find-signature-difference.ts'

/** Checks that each signed text is the one that its proposal or vote gives. */
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
  const content = buildContent(entry)
  if (content === null) return null
  const { contract, network } = archive
  const { signer: address, message } = entry
  const numbers = { sequence: BigInt(message.sequence), validUntil: BigInt(message.validUntil) }
  try {
    return buildConsentMessage(
      { contract: toAddress(contract), network, address, ...numbers },
      content,
    )
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function buildContent({ proposal, support }: MessageEntry): ConsentContent | null {
  const action = parseAction(proposal)
  if (action === null) return null
  return support === null
    ? { kind: 'proposal', action, reasonHash: proposal.reasonHash }
    : { kind: 'vote', proposalId: BigInt(proposal.id), action, support }
}
