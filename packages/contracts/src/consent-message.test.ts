import { withDomainTag } from '@app/flow/keys/domain-tag.ts'
import { verifySignature } from '@app/flow/keys/verify-signature.ts'
import { toAddress } from '@app/values/address.ts'
import { describe, expect, test } from 'vitest'
import { consentVectors } from '../tests/vectors/consent-vectors.ts'
import { testSigner } from '../tests/vectors/test-keys.ts'
import { type ConsentContext, proposalMessage, voteMessage } from './consent-message.ts'

const context: ConsentContext = {
  contract: toAddress('0xf8d6e0586b0a20c7'),
  network: 'testnet',
  address: toAddress('0x179b6b1cb6755e31'),
  sequence: 7n,
}
const target = toAddress('0xf3fcd2c1a78f5eee')

describe('a message that a person signs', () => {
  test('says in a vote what is decided about whom, by whom, where, and once', () => {
    expect(
      voteMessage(context, { proposalId: 3n, action: 'recover', target, support: false }),
    ).toBe(
      [
        'Dharma Guard vote',
        'Contract: 0xf8d6e0586b0a20c7',
        'Network: testnet',
        'Proposal: 3',
        'Action: recover',
        'Target: 0xf3fcd2c1a78f5eee',
        'Choice: against',
        'Voter: 0x179b6b1cb6755e31',
        'Sequence: 7',
      ].join('\n'),
    )
  })

  test('holds the reason of a proposal as a hash', () => {
    const reasonHash = 'ab'.repeat(32)
    expect(proposalMessage(context, { action: 'freeze', target, reasonHash })).toContain(
      `Reason SHA-256: ${reasonHash}\nProposer: ${context.address}`,
    )
  })

  test.each(consentVectors())('of kind $kind is signed by the key of the vector', (vector) => {
    const key = {
      publicKeyHex: testSigner(vector.privateKey, vector.address).publicKeyHex,
      signatureAlgorithm: 'ECDSA_P256',
      hashAlgorithm: 'SHA3_256',
    }
    const sign = (message: string) =>
      verifySignature(
        key,
        withDomainTag('FLOW-V0.0-user', new TextEncoder().encode(message)),
        vector.signature,
      )
    expect(sign(vector.message)).toBe(true)
    expect(sign(`${vector.message} `)).toBe(false)
  })
})
