import type { Message } from '@app/api/schemas/message.ts'
import { toAddress } from '@app/values/address.ts'
import { describe, expect, test } from 'vitest'
import { SigningError } from '../wallet-session.ts'
import { checkMessage, type Intention } from './check-message.ts'

const ALICE = toAddress('0x179b6b1cb6755e31')
const MALLORY = '0xf3fcd2c1a78f5eee'
const OTHER = '0x01cf0e2f2f715450'

const vote: Intention = {
  address: ALICE,
  network: 'testnet',
  action: 'freeze',
  targetAddress: MALLORY,
  subject: { kind: 'vote', proposalId: 7, support: true },
}

const text = `Dharma Guard vote
Contract: 0xe03daebed8ca0615
Network: testnet
Proposal: 7
Action: freeze
Target: ${MALLORY}
Choice: for
Voter: ${ALICE}
Sequence: 9
Valid until: 2026-11-23 12:00 UTC`

const offered: Message = {
  text,
  sequence: 9,
  validUntil: Date.UTC(2026, 10, 23, 12) / 1000,
  series: 'votes',
  blockTime: Date.UTC(2026, 10, 22, 12) / 1000,
  maxValidity: 86_400,
  contract: '0xe03daebed8ca0615',
  network: 'testnet',
  action: { name: 'freeze', targetAddress: MALLORY },
}

describe('a text is signed as the documentation states it', () => {
  test('for a vote', () => expect(checkMessage(offered, vote)).toBe(text))

  test('for a proposal to recover a vault, with its recovery address', () => {
    const reasonHash = 'ab'.repeat(32)
    const expected = `Dharma Guard proposal
Contract: 0xe03daebed8ca0615
Network: testnet
Action: recover
Target: ${MALLORY}
Recovery address: ${OTHER}
Recovery address since: 2026-03-01 12:00 UTC
Recovery address before: none
Reason SHA-256: ${reasonHash}
Proposer: ${ALICE}
Sequence: 9
Valid until: 2026-11-23 12:00 UTC`
    const recovery: Message = {
      ...offered,
      text: expected,
      action: {
        name: 'recover',
        targetAddress: MALLORY,
        recoveryAddress: OTHER,
        recoveryAddressSince: Date.UTC(2026, 2, 1, 12) / 1000,
      },
    }
    const subject = { kind: 'proposal', reasonHash } as const
    expect(checkMessage(recovery, { ...vote, action: 'recover', subject })).toBe(expected)
  })

  test('for a target that the user typed in capitals', () => {
    const capitals = { ...vote, targetAddress: '0xF3FCD2C1A78F5EEE' }
    expect(checkMessage(offered, capitals)).toBe(text)
  })
})

const swap = (from: string, to: string) => ({ text: text.replace(from, to) })

test.each([
  ['the other choice', swap('Choice: for', 'Choice: against')],
  ['another proposal', swap('Proposal: 7', 'Proposal: 8')],
  ['another voter', swap(ALICE, OTHER)],
  ['a further line', { text: `${text}\nTarget: ${OTHER}` }],
  ['another number', { sequence: 10 }],
  ['another expiry', { validUntil: offered.validUntil + 60 }],
  ['an expiry within a minute', { validUntil: offered.validUntil + 1 }],
  ['an expiry beyond every date', { validUntil: 60 * 2 ** 46 }],
  ['a contract that is no address', { contract: 'somewhere' }],
  ['another network', { ...swap('testnet', 'local'), network: 'local' }],
  ['another target', { ...swap(MALLORY, OTHER), action: { name: 'freeze', targetAddress: OTHER } }],
  [
    'another action',
    {
      ...swap('Action: freeze', 'Action: unfreeze'),
      action: { name: 'unfreeze', targetAddress: MALLORY },
    },
  ],
] satisfies [string, Partial<Message>][])(
  'a server that offers %s gets no signature',
  (_, change) => {
    const check = () => checkMessage({ ...offered, ...change }, vote)
    expect(check).toThrow(SigningError)
    expect(check).toThrow('Nothing was signed')
  },
)

test('a vote without its action, or a recovery without its address, gets no signature', () => {
  const { action: _, ...withoutAction } = offered
  expect(() => checkMessage(withoutAction, vote)).toThrow(SigningError)
  const recovery = { ...offered, action: { name: 'recover', targetAddress: MALLORY } } as const
  expect(() => checkMessage(recovery, { ...vote, action: 'recover' })).toThrow(SigningError)
})
