import type { SignedMessage } from '@app/api/schemas/vote-archive.ts'
import {
  buildConsentMessage,
  buildMessageText,
  type ConsentContext,
  type SignedVote,
} from '@app/contracts/consent-message.ts'
import { MAX_VOTES_PER_MESSAGE } from '@app/values/limits.ts'
import { refuse } from './check.ts'

interface MessageRules {
  /** Builds the text that the file gives; `null`: it lacks the proposal that is signed. */
  build(): string | null
  /** When it was accepted, in Unix seconds. */
  at: number
  validForSeconds: number
  /** What `sequence` must be. */
  sequence: unknown
}

/** Rebuilds a signed message from what the file says beside it; its signatures are checked apart. */
export function rebuildMessage(
  message: SignedMessage,
  { build, at, validForSeconds, sequence }: MessageRules,
): object {
  const { validUntil, text: stated } = message
  const latest = at + validForSeconds
  const isValid = validUntil >= at && validUntil <= latest && validUntil % 60 === 0
  const validity = `a whole minute from ${at} to ${latest}, in Unix seconds`
  const text = isValid && !isUnread(message) ? build() : stated
  return {
    ...message,
    text: text ?? refuse('a text that follows from the file, which lacks its proposal'),
    sequence,
    validUntil: isValid ? validUntil : refuse(validity),
  }
}

/** Whether the server had not read the transaction yet. */
const isUnread = ({ text, problem, signatures }: SignedMessage): boolean =>
  text === '' && problem !== undefined && signatures.length === 0

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
