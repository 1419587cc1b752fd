import type { Address } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'
import { formatMinute } from '@app/values/time.ts'

/** Signer, contract deployment, sequence number and expiry of a message. */
export interface ConsentContext {
  /** Account of the Dharma contracts. */
  contract: Address
  network: Network
  address: Address
  /** Higher than the last one that the address used in the series of the message. */
  sequence: bigint
  /** Unix seconds of a whole minute, as `toValidUntil` returns. */
  validUntil: bigint
}

/**
 * Each address has one series of sequence numbers per value here; raw values of the enum
 * `DharmaConsent.Series`.
 */
export const SEQUENCE_SERIES = { proposals: 0, votes: 1, appeals: 2, reports: 3 } as const

export type SequenceSeries = keyof typeof SEQUENCE_SERIES

/** What a proposal does, in the terms of `DharmaProposals.Terms`. */
export type GovernanceAction =
  | { name: 'freeze'; target: Address }
  /** Lifts this flag, ends this freeze; at least one is a number. */
  | { name: 'unfreeze'; target: Address; flagNumber: bigint | null; freezeNumber: bigint | null }
  | ({ name: 'recover'; target: Address; freezeNumber: bigint } & RecoveryAddress)

/** The recovery address of the guarded vault when the recovery is proposed. */
export interface RecoveryAddress {
  recoveryAddress: Address
  /** Unix seconds. */
  recoveryAddressSince: bigint
  /** null when the owner has never changed it. */
  recoveryAddressBefore: Address | null
}

/** What an appeal is against, as its signed line names it: one flag or one freeze. */
export type SignedAppealSubject = { flagNumber: bigint } | { freezeNumber: bigint }

/** A vote with everything that its signed lines contain. */
export interface SignedVote {
  proposalId: bigint
  action: GovernanceAction
  support: boolean
}

/**
 * Content of a message that a person signs. A reason is included as its SHA-256: 64 hex digits in
 * lower case over the text in UTF-8.
 */
export type ConsentContent =
  | { kind: 'proposal'; action: GovernanceAction; reasonHash: string }
  /** From 1 to `MAX_VOTES_PER_MESSAGE` votes. */
  | { kind: 'vote'; votes: readonly SignedVote[] }
  | { kind: 'appeal'; against: SignedAppealSubject; reasonHash: string }
  | { kind: 'report'; target: Address; reasonHash: string }
  | { kind: 'report withdrawal' | 'vouch' | 'vouch withdrawal'; target: Address }

export type ConsentKind = ConsentContent['kind']

/** What the owner of an accused wallet states in a case; its text as SHA-256, in hex, of the UTF-8. */
export interface StatementContent {
  caseId: string
  textHash: string
}

const KINDS: Readonly<Record<ConsentKind, { series: SequenceSeries; role: string }>> = {
  proposal: { series: 'proposals', role: 'Proposer' },
  vote: { series: 'votes', role: 'Voter' },
  appeal: { series: 'appeals', role: 'Appellant' },
  report: { series: 'reports', role: 'Reporter' },
  'report withdrawal': { series: 'reports', role: 'Reporter' },
  vouch: { series: 'reports', role: 'Voucher' },
  'vouch withdrawal': { series: 'reports', role: 'Voucher' },
}

/** Returns the sequence-number series of a kind of message. */
export const getSequenceSeries = (kind: ConsentKind): SequenceSeries => KINDS[kind].series

/**
 * Builds the text to sign with tag FLOW-V0.0-user, equal to the text that the contracts build.
 * Throws `RangeError` when the end of validity is not a whole minute, which the contracts reject.
 */
export const buildConsentMessage = (context: ConsentContext, content: ConsentContent): string =>
  buildMessageText(context, {
    subject: content.kind,
    details: buildDetails(content),
    role: KINDS[content.kind].role,
  })

/** The lines of a message that depend on its kind. */
interface MessageLines {
  subject: string
  /** Lines between network and signer. */
  details: readonly string[]
  /** What the signer is. */
  role: string
}

/** How long after the latest block a statement may be valid, in seconds. */
export const STATEMENT_VALIDITY_SECONDS = 86_400n

/**
 * Builds the text of a statement to sign with tag FLOW-V0.0-user. The contracts do not know it: the server verifies
 * it. `sequence` in the context is the number of the statement in its case, from 1. Throws `RangeError` when the end
 * of validity is not a whole minute.
 */
export function buildOwnerStatementMessage(
  context: ConsentContext,
  { caseId, textHash }: StatementContent,
): string {
  return buildMessageText(context, {
    subject: 'owner statement',
    details: [`Case: ${caseId}`, `Text SHA-256: ${textHash}`],
    role: 'Owner',
  })
}

/** Builds a text to sign. Throws `RangeError` when the end of validity is not a whole minute. */
function buildMessageText(context: ConsentContext, lines: MessageLines): string {
  const { contract, network, address, sequence, validUntil } = context
  if (validUntil % MINUTE !== 0n) {
    throw new RangeError(`The end of validity ${validUntil} is not a whole minute`)
  }
  return [
    `Dharma Guard ${lines.subject}`,
    `Contract: ${contract}`,
    `Network: ${network}`,
    ...lines.details,
    `${lines.role}: ${address}`,
    `Sequence: ${sequence}`,
    `Valid until: ${formatMinute(validUntil)}`,
  ].join('\n')
}

/**
 * Returns the last whole minute that is at most `maxValidity` seconds after `now`, the Unix seconds
 * of the latest block.
 */
export function toValidUntil(now: bigint, maxValidity: bigint): bigint {
  return ((now + maxValidity) / MINUTE) * MINUTE
}

const MINUTE = 60n

function buildDetails(content: ConsentContent): string[] {
  switch (content.kind) {
    case 'proposal':
      return [...buildActionLines(content.action), buildReasonLine(content)]
    case 'vote':
      return content.votes.flatMap(buildVoteLines)
    case 'appeal':
      return [buildSubjectLine(content.against), buildReasonLine(content)]
    case 'report':
      return [`Target: ${content.target}`, buildReasonLine(content)]
    case 'report withdrawal':
    case 'vouch':
    case 'vouch withdrawal':
      return [`Target: ${content.target}`]
  }
}

const buildReasonLine = ({ reasonHash }: { reasonHash: string }) => `Reason SHA-256: ${reasonHash}`

const buildVoteLines = ({ proposalId, action, support }: SignedVote) => [
  `Proposal: ${proposalId}`,
  ...buildActionLines(action),
  `Choice: ${support ? 'for' : 'against'}`,
]

const buildSubjectLine = (against: SignedAppealSubject) =>
  'flagNumber' in against ? `Flag: ${against.flagNumber}` : `Freeze: ${against.freezeNumber}`

function buildActionLines(action: GovernanceAction): string[] {
  const lines = [`Action: ${action.name}`, `Target: ${action.target}`]
  switch (action.name) {
    case 'freeze':
      return lines
    case 'unfreeze':
      return [
        ...lines,
        ...(action.flagNumber === null ? [] : [`Flag: ${action.flagNumber}`]),
        ...(action.freezeNumber === null ? [] : [`Freeze: ${action.freezeNumber}`]),
      ]
    case 'recover':
      return [
        ...lines,
        `Freeze: ${action.freezeNumber}`,
        `Recovery address: ${action.recoveryAddress}`,
        `Recovery address since: ${formatMinute(action.recoveryAddressSince)}`,
        `Recovery address before: ${action.recoveryAddressBefore ?? 'none'}`,
      ]
  }
}
