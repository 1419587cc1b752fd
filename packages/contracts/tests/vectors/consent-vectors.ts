import { createHash } from 'node:crypto'
import { withDomainTag } from '@app/flow/keys/domain-tag.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import {
  appealMessage,
  type ConsentContext,
  proposalMessage,
  reportMessage,
  reportWithdrawalMessage,
  voteMessage,
} from '../../src/consent-message.ts'
import { BANNER } from './banner.ts'
import { testSigner } from './test-keys.ts'

/** A message of each kind as TypeScript writes and signs it, for accounts of the Cadence testing network. */
export interface ConsentVector {
  kind: 'vote' | 'proposal' | 'appeal' | 'flag' | 'flag withdrawal'
  address: Address
  sequence: number
  privateKey: number
  message: string
  /** r and s in hex. */
  signature: string
}

/** Where flow.json puts the Dharma contracts on the testing network. */
const CONTRACT = toAddress('0x0000000000000008')
const TARGET = toAddress('0x0000000000000010')
const PROPOSER = toAddress('0x000000000000000b')
const REASON = 'Swept the wallets of six members in one night.'
const REASON_HASH = createHash('sha256').update(REASON).digest('hex')

/** One signed message of each kind. */
export function consentVectors(): ConsentVector[] {
  const draft = { action: 'freeze', target: TARGET, reasonHash: REASON_HASH }
  const vote = { proposalId: 1n, action: 'freeze', target: TARGET, support: true }
  return [
    signed('proposal', { address: PROPOSER, sequence: 1, privateKey: 1 }, (context) =>
      proposalMessage(context, draft),
    ),
    signed('vote', { address: PROPOSER, sequence: 2, privateKey: 1 }, (context) =>
      voteMessage(context, vote),
    ),
    signed('appeal', { address: TARGET, sequence: 1, privateKey: 2 }, (context) =>
      appealMessage(context, REASON_HASH),
    ),
    signed('flag', { address: PROPOSER, sequence: 3, privateKey: 1 }, (context) =>
      reportMessage(context, { target: TARGET, reasonHash: REASON_HASH }),
    ),
    signed('flag withdrawal', { address: PROPOSER, sequence: 4, privateKey: 1 }, (context) =>
      reportWithdrawalMessage(context, TARGET),
    ),
  ]
}

type Author = Pick<ConsentVector, 'address' | 'sequence' | 'privateKey'>

function signed(
  kind: ConsentVector['kind'],
  author: Author,
  write: (context: ConsentContext) => string,
): ConsentVector {
  const { address, sequence, privateKey } = author
  const context = {
    contract: CONTRACT,
    network: 'local' as const,
    address,
    sequence: BigInt(sequence),
  }
  const message = write(context)
  const tagged = withDomainTag('FLOW-V0.0-user', new TextEncoder().encode(message))
  const signature = Buffer.from(testSigner(privateKey, address).sign(tagged)).toString('hex')
  return { kind, ...author, message, signature }
}

/** The vectors as a function that Cadence tests import. */
export function renderConsentVectors(vectors: ConsentVector[]): string {
  const rows = vectors.map(
    (vector) => `        "${vector.kind}": ConsentVector(
            address: ${vector.address},
            sequence: ${vector.sequence},
            privateKey: ${vector.privateKey},
            message: ${JSON.stringify(vector.message)},
            signature: "${vector.signature}"
        )`,
  )
  return `${BANNER}
/// A message as TypeScript writes it, and its signature.
access(all) struct ConsentVector {
    access(all) let address: Address
    access(all) let sequence: UInt64
    access(all) let privateKey: Int
    access(all) let message: String
    access(all) let signature: String

    init(address: Address, sequence: UInt64, privateKey: Int, message: String, signature: String) {
        self.address = address
        self.sequence = sequence
        self.privateKey = privateKey
        self.message = message
        self.signature = signature
    }
}

/// The reason behind the proposal and the appeal.
access(all) fun vectorReason(): String {
    return "${REASON}"
}

access(all) fun consentVectors(): {String: ConsentVector} {
    return {
${rows.join(',\n')}
    }
}
`
}
