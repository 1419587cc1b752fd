import type { VoteArchive } from '@app/api/schemas/vote-archive.ts'
import {
  buildConsentMessage,
  buildMessageText,
  type ConsentContext,
  type SignedVote,
} from '@app/contracts/consent-message.ts'
import { toAddress } from '@app/values/address.ts'
import { MAX_VOTES_PER_MESSAGE } from '@app/values/limits.ts'
import { type Difference, findFirst } from '../check.ts'
import { isSameMessage, listMessages, listVotes, type MessageEntry } from './archive-entries.ts'
import { parseAction } from './proposals.ts'
import { isUnread } from './signatures.ts'

/** Checks that each signed text is the one that its proposal or its votes give. */
export function findSignedTextDifference(archive: VoteArchive): Difference | null {
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

/** The lines that a text has about one vote, from `Proposal: …` to `Choice: …`. */
interface VoteBlock {
  proposalId: number
  lines: readonly string[]
}

/** What a file says about another vote of the same message: null: there is none; undefined: it does not say. */
export type FindVote = (proposalId: number) => SignedVote | null | undefined

/**
 * Returns the text of the message that carries a vote. Which other votes it carries follows from the text that a file
 * states: each must be the one that `findVote` gives, or of a proposal that the file does not cover. Otherwise returns
 * the text of the vote alone. Throws `RangeError` when the end of validity is not a whole minute.
 */
export function buildVoteText(
  context: ConsentContext,
  own: SignedVote,
  { stated, findVote }: { stated: string; findVote: FindVote },
): string {
  const alone = buildConsentMessage(context, { kind: 'vote', votes: [own] })
  const blocks = parseBlocks(stated)
  const known = blocks.map(({ proposalId }) =>
    proposalId === Number(own.proposalId) ? own : findVote(proposalId),
  )
  const isPossible =
    known.includes(own) &&
    blocks.length <= MAX_VOTES_PER_MESSAGE &&
    new Set(blocks.map(({ proposalId }) => proposalId)).size === blocks.length &&
    blocks.every(({ lines }, index) => known[index] || isForeign(known[index], lines))
  if (!isPossible) return alone
  const details = blocks.flatMap(({ lines }, index) => {
    const vote = known[index]
    return vote ? buildLines(context, vote) : lines
  })
  return buildMessageText(context, { subject: 'vote', details, role: 'Voter' })
}

/** A vote on a proposal that the file does not cover can only have the form of one. */
const isForeign = (known: SignedVote | null | undefined, lines: readonly string[]): boolean =>
  known === undefined && FOREIGN.test(lines.join('\n'))

const FOREIGN =
  /^Proposal: \d+\nAction: (?:freeze|unfreeze|recover)\nTarget: 0x[0-9a-f]{16}\n(?:(?:Flag|Freeze|Recovery address(?: since| before)?): [0-9a-z:UTC -]+\n)*Choice: (?:for|against)$/

const buildLines = (context: ConsentContext, vote: SignedVote): readonly string[] =>
  parseBlocks(buildConsentMessage(context, { kind: 'vote', votes: [vote] }))[0]?.lines ?? []

function parseBlocks(text: string): VoteBlock[] {
  const lines = text.split('\n')
  return lines.flatMap((line, from) => {
    const [, id] = /^Proposal: (\d{1,15})$/.exec(line) ?? []
    const to = lines.findIndex((other, index) => index > from && other.startsWith('Choice: '))
    return id === undefined || to < 0
      ? []
      : [{ proposalId: Number(id), lines: lines.slice(from, to + 1) }]
  })
}
