import { getExample } from '@app/api/openapi/get-example.ts'
import { getScoreHistory } from '@app/api/routes/score.ts'
import type { CaseEntry } from '@app/api/schemas/case/case-file.ts'
import { expect, it } from 'vitest'
import { buildEntries } from '../../testing/build-entries.ts'
import { listEvents, listScoreMoments } from './list-moments.ts'

const [score] = getExample(getScoreHistory)
if (score === undefined) throw new Error('the examples are empty')

const buildEntry = (kind: CaseEntry['kind'], at: string, details = {}): CaseEntry[] =>
  buildEntries([{ kind, at, details }])

const action = {
  timestamp: '2026-11-03T00:00:00.000Z',
  address: '0x179b6b1cb6755e31',
  success: true,
  reason: '',
}

it('lists what happened in the cases and what was published, oldest first', () => {
  const cases = [
    [
      ...buildEntry('flag', '2026-11-02T00:00:00.000Z'),
      ...buildEntry('vote', '2026-11-02T01:00:00.000Z'),
      ...buildEntry('appeal_outcome', '2026-11-05T00:00:00.000Z', { outcome: 'upheld' }),
      ...buildEntry('appeal_outcome', '2026-11-06T00:00:00.000Z', { outcome: 'void' }),
    ],
    buildEntry('warning', '2026-11-01T00:00:00.000Z'),
  ]
  const events = listEvents(cases, [{ ...action, action: 'recheck' }])
  expect(events.map(({ text }) => text)).toEqual([
    'Warning',
    'Flagged',
    'Score published',
    'Appeal decided: upheld',
    'Appeal closed: what it was against ended otherwise',
  ])
})

it('leaves out publications that failed or changed nothing, and other actions', () => {
  const actions = [
    { ...action, action: 'publish', success: false },
    { ...action, action: 'recheck', isUnchanged: true },
    { ...action, action: 'schedule_recheck' },
  ]
  expect(listEvents([], actions)).toEqual([])
})

it('lists an event of two cases once', () => {
  const freeze = buildEntry('freeze', '2026-11-02T00:00:00.000Z')
  expect(listEvents([freeze, freeze], [])).toHaveLength(1)
})

it('describes each score with what it was before', () => {
  const older = {
    ...score,
    score: 20,
    riskLevel: 'HIGH_RISK' as const,
    computedAt: '2026-11-01T00:00:00.000Z',
  }
  const newer = {
    ...score,
    score: 60,
    riskLevel: 'NORMAL' as const,
    previousLevel: 'HIGH_RISK' as const,
    computedAt: '2026-11-02T00:00:00.000Z',
  }
  expect(listScoreMoments([newer, older]).map(({ text }) => text)).toEqual([
    'Score 20 ✕ High Risk',
    'Score 60 ○ Normal, before 20, no longer ✕ High Risk',
  ])
})
