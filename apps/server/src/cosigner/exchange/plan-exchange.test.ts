import { createSigner, type Signer } from '@app/flow/keys/create-signer.ts'
import { verifySignature } from '@app/flow/proof/verify-signatures.ts'
import type { AccountKey } from '@app/flow/read/chain.ts'
import {
  computeTransactionId,
  encodeEnvelopeMessage,
  signTransaction,
} from '@app/flow/send/sign-transaction.ts'
import { EXPIRY_BLOCKS, type Transaction } from '@app/flow/send/transaction.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { describe, expect, it } from 'vitest'
import { type AttemptLetter, buildTopic } from '../mailbox/parse-letter.ts'
import { type Letter, MAX_LETTER_LENGTH } from '../mailbox/write-letters.ts'
import { planExchange } from './plan-exchange.ts'
import {
  type Attempt,
  buildAttemptTransaction,
  type ChainFacts,
  toPayloadHex,
  verifyLetter,
} from './verify-letter.ts'

const DAO = computeAddressAtIndex(50, 'local')
const OTHER = computeAddressAtIndex(51, 'local')
const PROPOSAL = 7
const TIP = { height: 1000, id: 'ab'.repeat(32), timeMs: 0 }
const REFERENCE = { height: 990, id: 'cd'.repeat(32) }

const signers = ['d1', 'd2', 'd3'].map((digits, keyIndex) =>
  createSigner({ address: DAO, keyIndex, privateKeyHex: digits.repeat(32) }),
) as [Signer, Signer, Signer]
const stranger = createSigner({ address: DAO, keyIndex: 1, privateKeyHex: '77'.repeat(32) })

const keys: AccountKey[] = signers.map(({ keyIndex, publicKeyHex }) => ({
  index: keyIndex,
  publicKeyHex,
  signatureAlgorithm: 'ECDSA_P256',
  hashAlgorithm: 'SHA3_256',
  weight: 500,
  isRevoked: false,
  sequenceNumber: 4,
}))

const facts: ChainFacts = {
  network: 'local',
  dao: DAO,
  tip: TIP,
  keys,
  blockIds: new Map([[REFERENCE.height, REFERENCE.id]]),
}

const ATTEMPT: Attempt = {
  proposalId: PROPOSAL,
  referenceBlockId: REFERENCE.id,
  referenceHeight: REFERENCE.height,
  proposalKeyIndex: 0,
  sequenceNumber: 4,
}

/** Writes a letter in which this signer really signed this transaction. */
function writeLetter(
  signer: Signer,
  change: Partial<Attempt> = {},
  alter: (transaction: Transaction) => Transaction = (transaction) => transaction,
): AttemptLetter {
  const attempt = { ...ATTEMPT, ...change }
  const transaction = alter(buildAttemptTransaction(facts, attempt))
  const { proposalId: _, ...fields } = attempt
  return {
    ...fields,
    payload: toPayloadHex(transaction),
    keyIndex: signer.keyIndex,
    signature: Buffer.from(signer.sign(encodeEnvelopeMessage(transaction))).toString('hex'),
    txId: null,
  }
}

const toLetter = (body: object, writer = 'other', proposalId = PROPOSAL): Letter => ({
  writer,
  topic: buildTopic(proposalId),
  text: JSON.stringify(body),
})

const planAs = (signer: Signer, letters: Letter[], options: { canOpen?: boolean } = {}) =>
  planExchange(facts, { proposalId: PROPOSAL, signer, canOpen: true, ...options }, letters)

function explain(letter: Letter): string {
  const verified = verifyLetter(facts, letter)
  return 'problem' in verified ? verified.problem : verified.state
}

describe('the first signer', () => {
  it('opens an attempt over its own tip with its own key', () => {
    const { write, complete } = planAs(signers[1], [])
    expect(complete).toBeNull()
    expect(write).toMatchObject({
      referenceBlockId: TIP.id,
      referenceHeight: TIP.height,
      proposalKeyIndex: 1,
      sequenceNumber: 4,
      keyIndex: 1,
      txId: null,
    })
  })

  it('opens none while its key carries another', () => {
    expect(planAs(signers[1], [], { canOpen: false })).toEqual({ write: null, complete: null })
  })

  it('waits after it has signed', () => {
    const own = toLetter(writeLetter(signers[0]), 'own')
    expect(planAs(signers[0], [own])).toEqual({ write: null, complete: null })
  })
})

describe('the second signer', () => {
  it('joins, and completes the transaction whose id it writes down', () => {
    const { write, complete } = planAs(signers[1], [toLetter(writeLetter(signers[0]))])
    expect(write).toMatchObject({ ...toFields(ATTEMPT), keyIndex: 1 })
    if (complete === null) expect.unreachable()
    expect(write?.txId).toBe(computeTransactionId(complete))
    expect(complete.envelopeSignatures.map(({ keyIndex }) => keyIndex)).toEqual([0, 1])
    const expected = signTransaction(buildAttemptTransaction(facts, ATTEMPT), signers.slice(0, 2))
    expect(toPayloadHex(complete)).toBe(toPayloadHex(expected))
    for (const { keyIndex, signatureHex } of complete.envelopeSignatures) {
      const message = encodeEnvelopeMessage(buildAttemptTransaction(facts, ATTEMPT))
      expect(verifySignature(keys[keyIndex]!, message, signatureHex)).toBe(true)
    }
  })

  it('joins although its own key carries another attempt', () => {
    const letters = [toLetter(writeLetter(signers[0]))]
    expect(planAs(signers[1], letters, { canOpen: false }).complete).not.toBeNull()
  })

  it('and everybody builds the same transaction from the same letters', () => {
    const letters = [writeLetter(signers[0]), writeLetter(signers[1])].map((body, index) =>
      toLetter(body, `signer ${index}`),
    )
    const ids = signers.map((signer) => {
      const { write, complete } = planAs(signer, letters.toReversed())
      expect(write).toBeNull()
      return complete && computeTransactionId(complete)
    })
    expect(new Set(ids).size).toBe(1)
    expect(ids[0]).not.toBeNull()
  })

  it('does not count one key twice', () => {
    const body = writeLetter(signers[0])
    const letters = [toLetter(body, 'one'), toLetter(body, 'two')]
    expect(planAs(signers[0], letters)).toEqual({ write: null, complete: null })
  })

  it('takes the same of two live attempts as everybody else', () => {
    const letters = [
      toLetter(writeLetter(signers[0], { referenceHeight: TIP.height, referenceBlockId: TIP.id })),
      toLetter(writeLetter(signers[1], { proposalKeyIndex: 1 }), 'own'),
    ]
    const plan = planAs(signers[0], letters)
    expect(plan.write).toMatchObject({ proposalKeyIndex: 1, referenceHeight: REFERENCE.height })
    expect(plan.complete).not.toBeNull()
    expect(planAs(signers[1], letters)).toEqual({ write: null, complete: null })
  })
})

const toFields = ({ proposalId: _, ...fields }: Attempt) => fields

/** The payload of this letter belongs to a transaction that was altered before it was signed. */
const alterations: [string, (transaction: Transaction) => Transaction][] = [
  ['another proposal', (one) => ({ ...one, args: [one.args[0]!.replace('7', '8')] })],
  [
    'other code',
    (one) => ({ ...one, cadence: one.cadence.replace('executeProposal', 'handOver') }),
  ],
  ['more arguments', (one) => ({ ...one, args: [...one.args, ...one.args] })],
  ['another payer', (one) => ({ ...one, payer: OTHER })],
  ['another authorizer', (one) => ({ ...one, authorizers: [DAO, OTHER] })],
  ['another limit', (one) => ({ ...one, computeLimit: 9_998 })],
  ['another reference block', (one) => ({ ...one, referenceBlockId: 'ef'.repeat(32) })],
  ['another proposal key', (one) => ({ ...one, proposalKey: { ...one.proposalKey, keyIndex: 1 } })],
]

it.each(alterations)('a letter whose signed transaction has %s is ignored', (_, alter) => {
  const altered = writeLetter(signers[0], {}, alter)
  const letter = toLetter(altered)
  expect(explain(letter)).toBe('its payload is not the execution of proposal 7')
  const plan = planAs(signers[1], [letter])
  expect(plan.complete).toBeNull()
  expect(plan.write).toMatchObject({ proposalKeyIndex: 1, referenceBlockId: TIP.id })
  const disguised = toLetter({ ...altered, payload: writeLetter(signers[0]).payload })
  expect(explain(disguised)).toBe('its signature is not by key 0 of the DAO')
  expect(planAs(signers[1], [disguised]).complete).toBeNull()
})

describe('a letter is ignored', () => {
  const good = writeLetter(signers[0])
  const SHAPE = 'it has not the fields of a letter'
  const sign = (change: Partial<Attempt>) => toLetter(writeLetter(signers[0], change))
  it.each<[string, Letter, string]>([
    [
      'about another proposal',
      toLetter(good, 'x', 8),
      'its payload is not the execution of proposal 8',
    ],
    ['of a stranger', toLetter(writeLetter(stranger)), 'its signature is not by key 1 of the DAO'],
    ['by an unknown key', toLetter({ ...good, keyIndex: 9 }), 'the DAO has no key 9'],
    ['with the proposal key of nobody', sign({ proposalKeyIndex: 3 }), 'the DAO has no key 3'],
    [
      'over a block that our node knows otherwise',
      sign({ referenceBlockId: 'ef'.repeat(32) }),
      'our node has another block at height 990',
    ],
    ['over a block to come', sign({ referenceHeight: TIP.height + 5 }), 'unknown'],
    ['with a number to come', sign({ sequenceNumber: 5 }), 'unknown'],
    ['with a number that is used: a replay', sign({ sequenceNumber: 3 }), 'used'],
    ['after its expiry', sign({ referenceHeight: TIP.height - EXPIRY_BLOCKS - 1 }), 'expired'],
    [
      'that is too long',
      { ...toLetter(good), text: ' '.repeat(MAX_LETTER_LENGTH + 1) },
      'it is too long',
    ],
    ['that is no JSON', { ...toLetter(good), text: '{' }, SHAPE],
    ['that is null', toLetter(null as never), SHAPE],
    ['with a field too many', toLetter({ ...good, cadence: 'x' }), SHAPE],
    ['with a number as text', toLetter({ ...good, sequenceNumber: '4' }), SHAPE],
    ['with a negative height', toLetter({ ...good, referenceHeight: -1 }), SHAPE],
    ['on no topic', { ...toLetter(good), topic: 'proposal 0' }, 'its topic is no proposal'],
  ])('%s', (_, letter, reason) => {
    expect(explain(letter)).toBe(reason)
    expect(planAs(signers[2], [letter]).complete).toBeNull()
    expect(planAs(signers[2], [letter]).write?.proposalKeyIndex).toBe(2)
  })

  it('of a key that is revoked', () => {
    const revoked = { ...facts, keys: keys.slice(1) }
    expect(verifyLetter(revoked, toLetter(good))).toEqual({ problem: 'the DAO has no key 0' })
  })
})
