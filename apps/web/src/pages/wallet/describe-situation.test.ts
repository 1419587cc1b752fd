import type { Protection } from '@app/api/schemas/protection.ts'
import type { ScoreResult } from '@app/api/schemas/score.ts'
import { buildNothingHeld } from '@app/api/testing/nothing-held.ts'
import { expect, test } from 'vitest'
import { describeSituation } from './describe-situation.ts'

const NOTHING_HELD = buildNothingHeld()

const NOW_MS = Date.UTC(2026, 2, 10, 12)
const TIME = new Date(NOW_MS).toISOString()

const metadata: ScoreResult['metadata'] = {
  riskLevel: 'SUSPICIOUS',
  lastUpdated: TIME,
  confidence: 0.7,
  dataPoints: 40,
  flags: [],
}
const accusation: Protection['accusation'] = {
  caseId: 'case-1',
  reasonCode: 'behaviour',
  since: TIME,
  statement: {
    score: 33,
    riskLevel: 'SUSPICIOUS',
    range: { from: 22, to: 44 },
    confidence: 0.7,
    version: '1.3.0',
    reasons: [],
    isAutomated: true,
    evidenceKinds: ['behaviour'],
    ordinary: { wallets: 855, asBad: 0, pValue: 0.0012 },
  },
}
const flag = {
  number: 1,
  caseId: 'case-1',
  reasonCode: 'listed',
  flagger: NOTHING_HELD.address,
  since: TIME,
}

const describe = (change: Partial<Protection>) =>
  describeSituation({ metadata }, { ...NOTHING_HELD, ...change }, NOW_MS)

test('without its status, or with nothing in it, nothing stands against a wallet', () => {
  const nothing = { isAccused: false, isOnlyWarned: false, appeal: 'none' }
  expect(describe({})).toMatchObject(nothing)
  expect(describeSituation({ metadata }, undefined, NOW_MS)).toMatchObject(nothing)
})

test('a warning alone is told from a flag', () => {
  expect(describe({ accusation })).toMatchObject({ isAccused: true, isOnlyWarned: true })
  expect(describe({ accusation, flag })).toMatchObject({ isAccused: true, isOnlyWarned: false })
})

test('an appeal is possible while a remedy offers it, whatever else is open', () => {
  const remedies: Protection['remedies'] = [
    { kind: 'appeal_flag', caseId: 'case-1', until: null, text: 'Appeal' },
  ]
  expect(describe({ flag, remedies }).appeal).toBe('possible')
  const others: Protection['remedies'] = [
    { kind: 'owner_statement', caseId: 'case-1', until: null, text: 'State it' },
  ]
  expect(describe({ flag, remedies: others }).appeal).toBe('statement')
  expect(describe({ flag, remedies: [] }).appeal).toBe('none')
})

test('too little data is unknown', () => {
  const unknown = { ...metadata, confidence: 0.1 }
  expect(describeSituation({ metadata: unknown }, NOTHING_HELD, NOW_MS).isUnknown).toBe(true)
})
