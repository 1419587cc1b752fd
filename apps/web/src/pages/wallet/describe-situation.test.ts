import type { Protection } from '@app/api/schemas/protection.ts'
import type { ScoreResult } from '@app/api/schemas/score.ts'
import { buildNothingHeld } from '@app/api/testing/nothing-held.ts'
import { SAMPLE_STATEMENT } from '@app/api/testing/sample-statement.ts'
import { expect, test } from 'vitest'
import { describeSituation } from './describe-situation.ts'

const NOTHING_HELD = buildNothingHeld()
const NOW_MS = Date.UTC(2026, 2, 10, 12)
const since = new Date(NOW_MS).toISOString()

const metadata: ScoreResult['metadata'] = {
  riskLevel: 'SUSPICIOUS',
  ...{ lastUpdated: since, confidence: 0.7, dataPoints: 40, flags: [] },
}
const about = { caseId: 'case-1', reasonCode: 'behaviour', since }
const accusation = { ...about, statement: SAMPLE_STATEMENT }
const flag = { ...about, number: 1, flagger: NOTHING_HELD.address }
const remedy = (kind: 'appeal_flag' | 'owner_statement') => ({ kind, until: null, text: '' })
const nothing = { isAccused: false, isOnlyWarned: false, appeal: 'none' }

test.each<[Partial<Protection>, object]>([
  [{}, nothing],
  [{ accusation }, { isAccused: true, isOnlyWarned: true }],
  [
    { accusation, flag },
    { isAccused: true, isOnlyWarned: false },
  ],
  [{ flag, remedies: [remedy('owner_statement'), remedy('appeal_flag')] }, { appeal: 'possible' }],
  [{ flag, remedies: [remedy('owner_statement')] }, { appeal: 'statement' }],
  [{ flag }, { appeal: 'none' }],
])('with %j the situation is %j', (change, situation) => {
  const score = { metadata }
  expect(describeSituation(score, { ...NOTHING_HELD, ...change }, NOW_MS)).toMatchObject(situation)
})

test('without its status nothing stands against a wallet, and too little data is unknown', () => {
  const score = { metadata: { ...metadata, confidence: 0.1 } }
  const situation = { ...nothing, isUnknown: true }
  expect(describeSituation(score, undefined, NOW_MS)).toMatchObject(situation)
})
