import type { Address } from '@app/values/address.ts'
import { formatMinute } from '@app/values/minute.ts'
import type { Network } from '@app/values/network.ts'

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
export const SERIES = { proposals: 0, votes: 1, appeals: 2, reports: 3 } as const

export type SequenceSeries = keyof typeof SERIES

/** What a proposal does, in the terms of `DharmaGovernanceActions`. */
export type GovernanceAction =
  | { name: 'freeze'; target: Address }
  /**
   * `appealedCaseId` is the case of the only flag that it lifts; null unless an appeal against that
   * flag opened it.
   */
  | { name: 'unfreeze'; target: Address; appealedCaseId: string | null }
  | ({ name: 'recover'; target: Address } & RecoveryAddress)

/** The recovery address of the guarded vault when the recovery is proposed. */
export interface RecoveryAddress {
  recoveryAddress: Address
  /** Unix seconds. */
  recoveryAddressSince: bigint
  /** null when the owner has never changed it. */
  recoveryAddressBefore: Address | null
}

/**
 * What an appeal is against: a flag by its case, a freeze by the proposal that was executed last,
 * or an appeal whose first proposal had too few votes.
 */
export type AppealSubject =
  | { caseId: string }
  | { freezeProposalId: bigint }
  | { secondProposalOf: bigint }

/**
 * Content of a message that a person signs. A reason is included as its SHA-256: 64 hex digits in
 * lower case over the text in UTF-8.
 */
export type ConsentContent =
  | { kind: 'proposal'; action: GovernanceAction; reasonHash: string }
  | { kind: 'vote'; proposalId: bigint; action: GovernanceAction; support: boolean }
  | { kind: 'appeal'; against: AppealSubject; reasonHash: string }
  | { kind: 'report'; target: Address; reasonHash: string }
  | { kind: 'report withdrawal' | 'vouch' | 'vouch withdrawal'; target: Address }

export type ConsentKind = ConsentContent['kind']

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
export interface MessageLines {
  subject: string
  /** Lines between network and signer. */
  details: readonly string[]
  /** What the signer is. */
  role: string
}

/** Builds a text to sign. Throws `RangeError` when the end of validity is not a whole minute. */
export function buildMessageText(context: ConsentContext, lines: MessageLines): string {
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
    case 'vote': {
      const choice = `Choice: ${content.support ? 'for' : 'against'}`
      return [`Proposal: ${content.proposalId}`, ...buildActionLines(content.action), choice]
    }
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

function buildSubjectLine(against: AppealSubject): string {
  if ('caseId' in against) return `Flag of case: ${against.caseId}`
  if ('freezeProposalId' in against) return `Freeze by proposal: ${against.freezeProposalId}`
  return `Second proposal of appeal: ${against.secondProposalOf}`
}

function buildActionLines(action: GovernanceAction): string[] {
  const lines = [`Action: ${action.name}`, `Target: ${action.target}`]
  switch (action.name) {
    case 'freeze':
      return lines
    case 'unfreeze':
      return action.appealedCaseId === null ? lines : [...lines, `Case: ${action.appealedCaseId}`]
    case 'recover':
      return [
        ...lines,
        `Recovery address: ${action.recoveryAddress}`,
        `Recovery address since: ${formatMinute(action.recoveryAddressSince)}`,
        `Recovery address before: ${action.recoveryAddressBefore ?? 'none'}`,
      ]
  }
}
