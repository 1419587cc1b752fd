import { getExample } from '@app/api/openapi/get-example.ts'
import { getScore } from '@app/api/routes/score.ts'
import type { AgentAction } from '@app/api/schemas/action.ts'
import type { PublishedScore } from '@app/api/schemas/score.ts'
import { expect, test } from 'vitest'
import { mergePublication } from '../../lib/score-query.ts'
import { comparePublication, findPendingPublication } from './publication.tsx'

const live = getExample(getScore)
const { address, score, breakdown, version, evidenceHash } = live
const published: PublishedScore = {
  ...{ address, score, breakdown, version, evidenceHash, level: live.metadata.riskLevel },
  ...{ blockHeight: live.coverage.toHeight, publishedAt: '2026-03-01T12:00:00.000Z' },
}
const DAY_MS = 86_400_000

test.each<[Partial<PublishedScore>, ageMs: number, said: string]>([
  [{}, DAY_MS, 'still true: '],
  [{}, DAY_MS + 1, 'stale: It is older than 24 hours'],
  [{ evidenceHash: 'f'.repeat(64) }, 0, 'still true: The score is the same, but'],
  [{ score: score + 1.5 }, 0, 'out of date, differs: The score has moved by −1.5 points'],
  [
    { score: 90, level: 'TRUSTED' },
    DAY_MS + 1,
    'out of date, differs: The level has changed since: the chain still says Trusted, the wallet is Normal now. It is older',
  ],
])('of a publication with %j of %d ms ago is said: %s', (change, ageMs, said) => {
  const nowMs = Date.parse(published.publishedAt) + ageMs
  const compared = comparePublication(live, { ...published, ...change }, nowMs)
  const { label, notes, isDifferent } = compared
  const text = `${label}${isDifferent ? ', differs' : ''}: ${notes.join(' ')}`
  expect(text.startsWith(said)).toBe(true)
  expect(notes.length > 0).toBe(!said.endsWith(': '))
})

const build = (id: string, status: AgentAction['status']): AgentAction => ({
  kind: 'publish',
  ...{ id, status, address, reason: 'A visitor asked.', caseId: 'case' },
  createdAt: '2026-03-01T12:00:00.000Z',
})

test('an update of a publication replaces its state, the newest comes first, and other actions are left out', () => {
  const [sent, sealed, old] = [build('10', 'sent'), build('10', 'sealed'), build('9', 'sealed')]
  expect(mergePublication([sent, old], sealed)).toEqual([sealed, old])
  expect(mergePublication([old], sent)).toEqual([sent, old])
  expect(mergePublication([sent], old)).toEqual([sent, old])
  expect(mergePublication([], { ...sealed, kind: 'flag' })).toEqual([])
})

test('only the newest publication can be pending, while it is not finished', () => {
  const sent = build('2', 'sent')
  expect(findPendingPublication([sent])).toBe(sent)
  expect(findPendingPublication([build('3', 'sealed'), sent])).toBeUndefined()
})
