import { computeAddressAtIndex } from '@app/values/account-index.ts'
import * as sdk from '@onflow/sdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arg } from '../decode/cadence-arg.ts'
import { createSigner, type Signer } from '../keys/create-signer.ts'
import {
  computeTransactionId,
  encodeEnvelopeMessage,
  encodePayloadMessage,
  signTransaction,
} from './sign-transaction.ts'
import { buildTransaction, type Transaction } from './transaction.ts'

function signer(index: number, keyIndex = 0): Signer {
  const digit = String(index + keyIndex + 1)
  const address = computeAddressAtIndex(index, 'local')
  return createSigner({ address, keyIndex, privateKeyHex: digit.repeat(64).slice(0, 64) })
}

const proposer = signer(1)
const payer = signer(2)
const authorizers = [signer(3, 0), signer(3, 1)]
const stranger = signer(7)

const unsigned = buildTransaction({
  cadence: 'transaction(ok: Bool) { prepare(a: &Account) {} }',
  args: [arg.bool(true)],
  referenceBlockId: 'ab'.repeat(32),
  proposalKey: { address: proposer.address, keyIndex: 0, sequenceNumber: 5 },
  payer: payer.address,
  authorizers: [computeAddressAtIndex(3, 'local')],
})

describe('signTransaction', () => {
  test('one account in every role signs the envelope alone', () => {
    const own = { ...unsigned, payer: proposer.address, authorizers: [proposer.address] }
    const signed = signTransaction(own, [proposer])
    expect(signed.payloadSignatures).toEqual([])
    expect(signed.envelopeSignatures).toMatchObject([{ address: proposer.address, keyIndex: 0 }])
  })

  test('several processes that sign one after another give the same transaction as one', () => {
    const first = signTransaction(unsigned, [authorizers[1]!])
    const second = signTransaction(JSON.parse(JSON.stringify(first)), [authorizers[0]!, proposer])
    const last = signTransaction(second, [payer])
    const atOnce = signTransaction(unsigned, [proposer, ...authorizers, payer])
    expect(computeTransactionId(last)).toBe(computeTransactionId(atOnce))
  })

  test('rejects a signer after the payer, whose signature would become invalid', () => {
    const signed = signTransaction(unsigned, [payer])
    expect(() => signTransaction(signed, [proposer])).toThrow('has to sign before the payer')
  })

  test('rejects a signer without a role', () => {
    expect(() => signTransaction(unsigned, [stranger])).toThrow(
      `${stranger.address} is not proposer, payer or authorizer of the transaction`,
    )
  })
})

const arbitraryHex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((array) => Buffer.from(array).toString('hex'))

/** Few addresses, so that proposer, payer and authorizers often coincide. */
const addresses = fc
  .integer({ min: 1, max: 4 })
  .map((index) => computeAddressAtIndex(index, 'testnet'))
const signatures = fc.array(
  fc.record({ address: addresses, keyIndex: fc.nat({ max: 300 }), signatureHex: arbitraryHex(64) }),
  { maxLength: 4 },
)

const transactions: fc.Arbitrary<Transaction> = fc
  .record({
    cadence: fc.string({ unit: 'grapheme', maxLength: 400 }),
    args: fc.array(
      fc.json().map((value) => JSON.stringify({ type: 'String', value })),
      { maxLength: 3 },
    ),
    referenceBlockId: arbitraryHex(32),
    computeLimit: fc.integer({ min: 0, max: 9999 }),
    proposalKey: fc.record({
      address: addresses,
      keyIndex: fc.nat({ max: 1000 }),
      sequenceNumber: fc.nat(),
    }),
    payer: addresses,
    authorizers: fc.uniqueArray(addresses, { maxLength: 3 }),
    payloadSignatures: signatures,
    envelopeSignatures: signatures,
  })
  .map(withSignaturesOfSigners)

function withSignaturesOfSigners(transaction: Transaction): Transaction {
  const { proposalKey, payer, authorizers } = transaction
  const signers = [proposalKey.address, payer, ...authorizers]
  const kept = transaction.payloadSignatures.filter(({ address }) => signers.includes(address))
  const byPayer = transaction.envelopeSignatures.map((signature) => ({
    ...signature,
    address: payer,
  }))
  return { ...transaction, payloadSignatures: kept, envelopeSignatures: byPayer }
}

/** The same transaction in the form of the SDK. */
function toFclVoucher(transaction: Transaction) {
  const signature = ({ address, keyIndex, signatureHex }: Transaction['payloadSignatures'][0]) => ({
    address: address.slice(2),
    keyId: keyIndex,
    sig: signatureHex,
  })
  const { proposalKey } = transaction
  return {
    cadence: transaction.cadence,
    arguments: transaction.args.map((argument) => JSON.parse(argument)),
    refBlock: transaction.referenceBlockId,
    computeLimit: transaction.computeLimit,
    proposalKey: {
      address: proposalKey.address.slice(2),
      keyId: proposalKey.keyIndex,
      sequenceNum: proposalKey.sequenceNumber,
    },
    payer: transaction.payer.slice(2),
    authorizers: transaction.authorizers.map((address) => address.slice(2)),
    payloadSigs: transaction.payloadSignatures.map(signature),
    envelopeSigs: transaction.envelopeSignatures.map(signature),
  }
}

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

test("messages and ids equal those of Flow's own SDK", () => {
  fc.assert(
    fc.property(transactions, (transaction) => {
      const voucher = toFclVoucher(transaction)
      expect(toHex(encodePayloadMessage(transaction))).toBe(sdk.encodeTransactionPayload(voucher))
      expect(toHex(encodeEnvelopeMessage(transaction))).toBe(sdk.encodeTransactionEnvelope(voucher))
      expect(computeTransactionId(transaction)).toBe(sdk.encodeTxIdFromVoucher(voucher))
    }),
  )
})
