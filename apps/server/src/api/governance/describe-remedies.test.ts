import type { Protection } from '@app/api/schemas/governance/protection.ts'
import { toAddress } from '@app/values/address.ts'
import { expect, test } from 'vitest'
import { EMPTY_RECORD, getProtectionState } from '../../governance/rules/protection-state.ts'
import { describeClearing, describeRemedies } from './describe-remedies.ts'

const NOW = 1_000_000
const ADDRESS = toAddress('0x179b6b1cb6755e31')
const STATE = getProtectionState(EMPTY_RECORD, NOW)

const label = {
  id: 1,
  address: ADDRESS,
  kind: 'scam',
  source: 'a list',
  confidence: 1,
  reason: '',
  contact: null,
  addedAt: new Date(0),
  removed: null,
} as const

const accuse = (reasonCode: string): Protection['accusation'] => ({
  caseId: 'case',
  reasonCode,
  since: new Date(0).toISOString(),
  statement: {
    score: 18.2,
    riskLevel: 'HIGH_RISK',
    range: { from: 9.7, to: 26.7 },
    confidence: 0.83,
    version: '12',
    reasons: [],
    evidenceKinds: [],
    ordinary: { wallets: 0, asBad: 0, pValue: 1 },
    isAutomated: true,
  },
})

const RECHECK =
  'The warning is withdrawn an hour after the score has stayed above the threshold by 5 points; the agent checks every change.'

test.each([
  ['nothing', null, [], []],
  [
    'an entry without an accusation',
    null,
    [label],
    ["The entry in 'a list' stands until its keeper removes it."],
  ],
  [
    'a listed wallet',
    'listed',
    [label],
    ["The warning is withdrawn when the entry in 'a list' is removed."],
  ],
  ['contact with listed wallets', 'listed', [], [RECHECK]],
  ['behaviour', 'behaviour', [], [RECHECK]],
  [
    'behaviour of a listed wallet',
    'behaviour',
    [label],
    ["First the entry in 'a list' has to be removed.", RECHECK],
  ],
] as const)('what ends an accusation by %s is named', (...[, reasonCode, labels, ends]) => {
  const accusation = reasonCode === null ? null : accuse(reasonCode)
  expect(describeClearing({ state: STATE, accusation, labels })).toEqual(ends)
})

test('an appeal against a freeze is said to end it only by execution or by time', () => {
  const freeze = {
    ...{ number: 3, proposalId: 1, since: NOW, renewedAt: NOW, flagCaseId: null },
    ...{ endedAt: null, overruledAt: null, lastOverruledAt: null },
  }
  const state = getProtectionState({ ...EMPTY_RECORD, freezes: [freeze] }, NOW)
  const [appeal] = describeRemedies({ state, accusation: null, labels: [] })
  expect(appeal).toMatchObject({
    kind: 'appeal_freeze',
    text: expect.stringContaining('ends when the DAO executes that, or by time'),
  })
})
