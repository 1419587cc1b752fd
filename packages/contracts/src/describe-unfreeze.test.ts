import { toAddress } from '@app/values/address.ts'
import { expect, test } from 'vitest'
import { buildConsentMessage, type ConsentContent } from './consent-message.ts'
import { describeUnfreeze, describeUnfreezes, explainSignedText } from './describe-unfreeze.ts'

const target = toAddress('0x179b6b1cb6755e31')
const FLAG = 'Lift the flag. A freeze stays.'
const FREEZE = 'End the freeze. A flag stays.'
const BOTH = 'End the freeze and lift the flag.'

test.each([
  [{ flagNumber: 4 }, FLAG],
  [{ flagNumber: 4, freezeNumber: null }, FLAG],
  [{ freezeNumber: 3 }, FREEZE],
  [{ flagNumber: 0, freezeNumber: 0 }, BOTH],
  [{}, ''],
  [{ flagNumber: null, freezeNumber: null }, ''],
])('an unfreeze that names %j says what it touches', (named, effect) => {
  expect(describeUnfreeze(named)).toBe(effect)
})

test('several say it once, or each by its number', () => {
  const flag = { id: 7, flagNumber: 4 }
  expect(describeUnfreezes([])).toBe('')
  expect(describeUnfreezes([flag, { ...flag, id: 8 }])).toBe(FLAG)
  const both = { id: 9, flagNumber: 4, freezeNumber: 3 }
  expect(describeUnfreezes([both, { id: 8, freezeNumber: 3 }])).toBe(
    `Proposal 9: ${BOTH} Proposal 8: ${FREEZE}`,
  )
  expect(describeUnfreezes([flag, { id: 8 }])).toBe(`Proposal 7: ${FLAG}`)
  expect(describeUnfreezes([{ id: 7 }, { id: 8 }])).toBe('')
})

const unfreeze = (flagNumber: bigint | null, freezeNumber: bigint | null) =>
  ({ name: 'unfreeze', target, flagNumber, freezeNumber }) as const
const vote = (proposalId: bigint, action: ReturnType<typeof unfreeze>) => ({
  proposalId,
  action,
  support: true,
})
const reasonHash = 'ab'.repeat(32)

test.each<[string, ConsentContent, string]>([
  ['a vote', { kind: 'vote', votes: [vote(7n, unfreeze(4n, null))] }, FLAG],
  [
    'votes',
    { kind: 'vote', votes: [vote(9n, unfreeze(4n, 3n)), vote(8n, unfreeze(null, 3n))] },
    `Proposal 9: ${BOTH} Proposal 8: ${FREEZE}`,
  ],
  ['a proposal', { kind: 'proposal', action: unfreeze(null, 3n), reasonHash }, FREEZE],
  ['an appeal', { kind: 'appeal', against: { flagNumber: 4n }, reasonHash }, FLAG],
  [
    'an appeal against a freeze',
    { kind: 'appeal', against: { freezeNumber: 3n }, reasonHash },
    FREEZE,
  ],
  ['a freeze', { kind: 'proposal', action: { name: 'freeze', target }, reasonHash }, ''],
  ['a report', { kind: 'report', target, reasonHash }, ''],
])('the text of %s is explained as it is signed', (_, content, explanation) => {
  const context = { contract: target, network: 'local', address: target, sequence: 1n } as const
  const text = buildConsentMessage({ ...context, validUntil: 60n }, content)
  expect(explainSignedText(text)).toBe(explanation)
})
