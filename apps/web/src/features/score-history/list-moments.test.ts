import { getExample } from '@app/api/openapi/get-example.ts'
import { getScoreHistory } from '@app/api/routes/score.ts'
import { expect, it } from 'vitest'
import { buildEntries, type EntryDraft } from '../../testing/build-entries.ts'
import { listEvents, listScoreMoments } from './list-moments.ts'

const formatDay = (day: number) => new Date(Date.UTC(2026, 10, day)).toISOString()
const build = (day: number, draft: EntryDraft) => buildEntries([{ ...draft, at: formatDay(day) }])
const address = '0x179b6b1cb6755e31'
const action = { timestamp: formatDay(3), address, success: true, reason: '' }

it('lists what happened in the cases and what was published, oldest first, each once', () => {
  const flag = build(2, { kind: 'flag' })
  const cases = [
    [
      ...flag,
      ...build(2, { kind: 'vote' }),
      ...build(5, { kind: 'appeal_outcome', details: { outcome: 'upheld' } }),
      ...build(6, { kind: 'appeal_outcome', details: { outcome: 'void' } }),
    ],
    [...build(1, { kind: 'warning' }), ...flag],
  ]
  const actions = [
    { ...action, action: 'recheck' },
    { ...action, action: 'publish', success: false },
    { ...action, action: 'recheck', isUnchanged: true },
    { ...action, action: 'schedule_recheck' },
  ]
  expect(listEvents(cases, actions).map(({ text }) => text)).toEqual([
    'Warning',
    'Flagged',
    'Score published',
    'Appeal decided: upheld',
    'Appeal closed: what it was against ended otherwise',
  ])
})

it('describes each score with what it was before', () => {
  const [score] = getExample(getScoreHistory)
  const older = { ...score!, score: 20, riskLevel: 'HIGH_RISK', computedAt: formatDay(1) } as const
  const newer = {
    ...{ ...older, score: 60, computedAt: formatDay(2) },
    riskLevel: 'NORMAL',
    previousLevel: 'HIGH_RISK',
  } as const
  const text = 'Score 60 ○ Normal, before 20, no longer ✕ High Risk'
  const read = (newest: typeof newer) => listScoreMoments([newest, older]).map((one) => one.text)
  expect(read(newer)).toEqual(['Score 20 ✕ High Risk', text])
  const ruled = { ...newer, previousLevelCause: 'rules' } as const
  expect(read(ruled)[1]).toBe(`${text}: the rules changed`)
})
