import { prependDomainTag } from '@app/flow/keys/create-signer.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { formatMinute } from '@app/values/time.ts'
import type { Network } from '@app/values/network.ts'
import { type ConsentContent, type SignedAppealSubject, type StatementContent, buildConsentMessage, buildOwnerStatementMessage } from '../../src/consent-message.ts'
import { hashReason } from '../../src/hash-reason.ts'
import { VECTORS_BANNER } from './banner.ts'
import { createTestSigner } from './test-keys.ts'

/** A message as TypeScript builds and signs it, for accounts of the Cadence testing network. */
export interface ConsentVector {
  name: string
  contract: Address
  network: Network
  address: Address
  sequence: number
  /** Unix seconds. */
  validUntil: number
  content: ConsentContent | ({ kind: 'owner statement' } & StatementContent)
  privateKey: number
  message: string
  /** r and s in hex. */
  signature: string
}

/** Address of the Dharma contracts on the testing network, as in flow.json. */
const CONTRACT = toAddress('0x0000000000000008')
const TARGET = toAddress('0x0000000000000010')
const MEMBER = toAddress('0x000000000000000b')
/** Reason of the proposals, appeals and reports. */
export const VECTOR_REASON = 'Swept the wallets of six members in one night.'
const HEIR = toAddress('0x0000000000000011')
const CASE_ID = 'case-7'
export const VECTOR_STATEMENT = 'It was my own money, and I can show it.'

/**
 * On a leap day, and far enough ahead that the clock of a test network only has to move forward.
 */
const VALID_UNTIL = Date.UTC(2096, 1, 29, 12) / 1_000

/**
 * Times at the boundaries of days, months, leap years, and century years that are not leap years.
 */
const TIMES = ['1970-01-01', '1999-12-31', '2000-02-29', '2026-11-22', '2096-02-29', '2100-03-01']

type Author = Pick<ConsentVector, 'address' | 'privateKey'>

const ME: Author = { address: MEMBER, privateKey: 1 }
const ACCUSED: Author = { address: TARGET, privateKey: 9 }

/** Builds a signed message of each kind, and of each form of a kind with several. */
export function buildConsentVectors(): ConsentVector[] {
  const reasonHash = hashReason(VECTOR_REASON)
  const freeze = { name: 'freeze', target: TARGET } as const
  const lift = { name: 'unfreeze', target: TARGET, flagNumber: 1n, freezeNumber: null } as const
  const recover = {
    name: 'recover',
    target: TARGET,
    freezeNumber: 3n,
    recoveryAddress: HEIR,
    recoveryAddressSince: BigInt(VALID_UNTIL) - 864_001n,
    recoveryAddressBefore: null,
  } as const
  const vote = { proposalId: 1n, action: freeze, support: true }
  const voteOnAppeal = { proposalId: 2n, action: lift, support: false }
  const appeal = (against: SignedAppealSubject) => ({ kind: 'appeal', against, reasonHash }) as const
  return [
    sign('proposal', ME, 1, { kind: 'proposal', action: freeze, reasonHash }),
    sign('proposal to unfreeze', ME, 2, {
      kind: 'proposal',
      action: { ...lift, freezeNumber: 3n },
      reasonHash,
    }),
    sign('proposal to recover', ME, 3, { kind: 'proposal', action: recover, reasonHash }),
    sign('proposal to recover, of a changed recovery address', ME, 4, {
      kind: 'proposal',
      action: { ...recover, recoveryAddressBefore: toAddress('0x0000000000000012') },
      reasonHash,
    }),
    sign('vote', ME, 1, { kind: 'vote', votes: [vote] }),
    sign('two votes, one on an appeal', ME, 2, {
      kind: 'vote',
      votes: [voteOnAppeal, { ...vote, support: false }],
    }),
    sign('appeal', ACCUSED, 1, appeal({ flagNumber: 1n })),
    sign('appeal against a freeze', ACCUSED, 2, appeal({ freezeNumber: 3n })),
    sign('report', ME, 1, { kind: 'report', target: TARGET, reasonHash }),
    sign('report withdrawal', ME, 2, { kind: 'report withdrawal', target: TARGET }),
    sign('vouch', ME, 3, { kind: 'vouch', target: TARGET }),
    sign('vouch withdrawal', ME, 4, { kind: 'vouch withdrawal', target: TARGET }),
    sign('owner statement', ACCUSED, 1, {
      kind: 'owner statement',
      caseId: CASE_ID,
      textHash: hashReason(VECTOR_STATEMENT),
    }),
  ]
}

function sign(
  name: string,
  { address, privateKey }: Author,
  sequence: number,
  content: ConsentVector['content'],
): ConsentVector {
  const validUntil = VALID_UNTIL
  const numbers = { sequence: BigInt(sequence), validUntil: BigInt(validUntil) }
  const context = { contract: CONTRACT, network: 'local', address, ...numbers } as const
  const message =
    content.kind === 'owner statement'
      ? buildOwnerStatementMessage(context, content)
      : buildConsentMessage(context, content)
  const tagged = prependDomainTag('FLOW-V0.0-user', new TextEncoder().encode(message))
  const signature = Buffer.from(createTestSigner(privateKey, address).sign(tagged)).toString('hex')
  const vector = { name, contract: CONTRACT, network: 'local', address, sequence } as const
  return { ...vector, validUntil, content, privateKey, message, signature }
}

/** Unix seconds, and how TypeScript writes them. */
function listMinutes(): [bigint, string][] {
  const midnights = TIMES.map((day) => BigInt(Date.parse(`${day}T00:00Z`) / 1_000))
  const seconds = midnights.flatMap((midnight) => [midnight, midnight + 45_296n, midnight + 86_399n])
  return seconds.map((second) => [second, formatMinute(second)])
}

/** Renders the vectors as a function that Cadence tests import. */
export function renderConsentVectors(vectors: ConsentVector[]): string {
  const rows = vectors.map(
    (vector) => `        "${vector.name}": ConsentVector(
            address: ${vector.address},
            sequence: ${vector.sequence},
            validUntil: ${vector.validUntil},
            message: ${JSON.stringify(vector.message)},
            signature: "${vector.signature}"
        )`,
  )
  const minutes = listMinutes().map(([second, text]) => `    ${second}: "${text}"`)
  return `${VECTORS_BANNER}
/// A message as TypeScript builds it, and its signature by the second key (index 1) of the address.
access(all) struct ConsentVector {
    access(all) let address: Address
    access(all) let sequence: UInt64
    access(all) let validUntil: UInt64
    access(all) let message: String
    access(all) let signature: String

    init(address: Address, sequence: UInt64, validUntil: UInt64, message: String, signature: String) {
        self.address = address
        self.sequence = sequence
        self.validUntil = validUntil
        self.message = message
        self.signature = signature
    }
}

/// The account that the messages are about: it signs the appeals.
access(all) let vectorTarget: Address = ${TARGET}

/// The test key of that account.
access(all) let vectorTargetKey: Int = ${ACCUSED.privateKey}

access(all) let vectorCaseId: String = "${CASE_ID}"

/// The reason of proposals, appeals and reports.
access(all) let vectorReason: String = "${VECTOR_REASON}"

/// The end of validity of all messages.
access(all) let vectorValidUntil: UInt64 = ${VALID_UNTIL}

/// Unix seconds, and how TypeScript writes them.
access(all) let minuteVectors: {UInt64: String} = {
${minutes.join(',\n')}
}

access(all) fun consentVectors(): {String: ConsentVector} {
    return {
${rows.join(',\n')}
    }
}
`
}
