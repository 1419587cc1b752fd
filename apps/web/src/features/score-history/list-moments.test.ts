import { getExample } from '@app/api/openapi/get-example.ts'
import { getScoreHistory } from '@app/api/routes/score.ts'
import { expect, it } from 'vitest'
import { buildEntries, type EntryDraft } from '../../testing/build-entries.ts'
import { listEvents, listScoreMoments } from './list-moments.ts'

const [score] = getExample(getScoreHistory)
if (score === undefined) throw new Error('the examples are empty')

const buildEntry = (at: string, draft: EntryDraft) => buildEntries([{ ...draft, at }])

const action = {
  timestamp: '2026-11-03T00:00:00.000Z',
  address: '0x179b6b1cb6755e31',
  success: true,
  reason: '',
}

it('lists what happened in the cases and what was published, oldest first', () => {
  const cases = [
    [
      ...buildEntry('2026-11-02T00:00:00.000Z', { kind: 'flag' }),
      ...buildEntry('2026-11-02T01:00:00.000Z', { kind: 'vote' }),
      ...buildEntry('2026-11-05T00:00:00.000Z', {
        kind: 'appeal_outcome',
        details: { outcome: 'upheld' },
      }),
      ...buildEntry('2026-11-06T00:00:00.000Z', {
        kind: 'appeal_outcome',
        details: { outcome: 'void' },
      }),
    ],
    buildEntry('2026-11-01T00:00:00.000Z', { kind: 'warning' }),
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
  const freeze = buildEntry('2026-11-02T00:00:00.000Z', { kind: 'freeze' })
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
  const ruled = { ...newer, previousLevelCause: 'rules' as const }
  expect(listScoreMoments([ruled, older]).at(-1)?.text).toBe(
    'Score 60 ○ Normal, before 20, no longer ✕ High Risk: the rules changed',
  )
})
