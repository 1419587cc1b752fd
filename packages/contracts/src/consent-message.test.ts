import { toAddress } from '@app/values/address.ts'
import { NETWORK_NAMES, NETWORKS } from '@app/values/network.ts'
import { buildFlowVaultTypeId } from '@app/values/token-type.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  buildConsentMessage,
  buildOwnerStatementMessage,
  type ConsentContext,
  getSequenceSeries,
  SEQUENCE_SERIES,
  toValidUntil,
} from './consent-message.ts'
import { readContractSource } from './contract-sources.ts'

const context: ConsentContext = {
  contract: toAddress('0xf8d6e0586b0a20c7'),
  network: 'testnet',
  address: toAddress('0x179b6b1cb6755e31'),
  sequence: 7n,
  validUntil: BigInt(Date.UTC(2026, 10, 23, 12) / 1_000),
}
const target = toAddress('0xf3fcd2c1a78f5eee')
describe('a message that a person signs', () => {
  test('contains content, target, signer, contract, sequence number and expiry', () => {
    const action = {
      name: 'recover',
      target,
      freezeNumber: 4n,
      recoveryAddress: toAddress('0xe03daebed8ca0615'),
      recoveryAddressSince: 1_795_003_259n,
      recoveryAddressBefore: toAddress('0x01cf0e2f2f715450'),
    } as const
    const content = { kind: 'vote', votes: [{ proposalId: 3n, action, support: false }] } as const
    expect(buildConsentMessage(context, content)).toBe(
      [
        'Dharma Guard vote',
        'Contract: 0xf8d6e0586b0a20c7',
        'Network: testnet',
        'Proposal: 3',
        'Action: recover',
        'Target: 0xf3fcd2c1a78f5eee',
        'Freeze: 4',
        'Recovery address: 0xe03daebed8ca0615',
        'Recovery address since: 2026-11-18 12:00 UTC',
        'Recovery address before: 0x01cf0e2f2f715450',
        'Choice: against',
        'Voter: 0x179b6b1cb6755e31',
        'Sequence: 7',
        'Valid until: 2026-11-23 12:00 UTC',
      ].join('\n'),
    )
  })

  test('is rejected when the end of validity is not a whole minute', () => {
    const content = { kind: 'vouch', target } as const
    const validUntil = context.validUntil + 1n
    expect(() => buildConsentMessage({ ...context, validUntil }, content)).toThrow(
      'is not a whole minute',
    )
  })
})

describe('sequence numbers', () => {
  test('have the same series as the contract, in the same order', () => {
    const [, body = ''] =
      /enum Series: UInt8 \{([^}]*)\}/.exec(readContractSource('DharmaConsent')) ?? []
    const cases = [...body.matchAll(/access\(all\) case (\w+)/g)].map(([, name]) => name)
    expect(Object.entries(SEQUENCE_SERIES)).toEqual(cases.map((name, rawValue) => [name, rawValue]))
  })

  test('of vouches and reports are in one series', () => {
    expect(getSequenceSeries('vouch withdrawal')).toBe(getSequenceSeries('report'))
    expect(getSequenceSeries('vote')).not.toBe(getSequenceSeries('proposal'))
  })
})

test('the end of validity is the last whole minute that the contract accepts', () => {
  const seconds = fc.bigInt({ min: 0n, max: 10_000_000_000n })
  fc.assert(
    fc.property(seconds, fc.constantFrom(86_400n, 604_800n), (now, maxValidity) => {
      const validUntil = toValidUntil(now, maxValidity)
      expect(validUntil % 60n).toBe(0n)
      expect(validUntil - now).toBeLessThanOrEqual(maxValidity)
      expect(validUntil - now).toBeGreaterThan(maxValidity - 60n)
    }),
  )
})

test.each(NETWORK_NAMES.filter((name) => NETWORKS[name].isPublic))(
  'the contract finds out that its network is %s',
  (name) => {
    expect(readContractSource('DharmaConsent')).toContain(
      `"${buildFlowVaultTypeId(name)}": "${name}"`,
    )
  },
)

test('a statement contains its case, the hash of its text, owner, contract, number and expiry', () => {
  const statement = { caseId: 'case-7', textHash: 'ab'.repeat(32) }
  expect(buildOwnerStatementMessage({ ...context, sequence: 2n }, statement)).toBe(
    [
      'Dharma Guard owner statement',
      'Contract: 0xf8d6e0586b0a20c7',
      'Network: testnet',
      'Case: case-7',
      `Text SHA-256: ${'ab'.repeat(32)}`,
      'Owner: 0x179b6b1cb6755e31',
      'Sequence: 2',
      'Valid until: 2026-11-23 12:00 UTC',
    ].join('\n'),
  )
})
