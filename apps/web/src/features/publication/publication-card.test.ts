import { getExample } from '@app/api/openapi/get-example.ts'
import { getScore } from '@app/api/routes/score.ts'
import type { AgentAction } from '@app/api/schemas/action.ts'
import type { PublishedScore } from '@app/api/schemas/score.ts'
import { expect, test } from 'vitest'
import { mergePublication } from '../../lib/score-query.ts'
import { comparePublication, findPendingPublication } from './publication-card.tsx'
import { isFinished } from './publish-button.tsx'

const live = getExample(getScore)
const published: PublishedScore = {
  address: live.address,
  score: live.score,
  level: live.metadata.riskLevel,
  breakdown: live.breakdown,
  version: live.version,
  evidenceHash: live.evidenceHash,
  blockHeight: live.coverage.toHeight,
  publishedAt: '2026-03-01T12:00:00.000Z',
}
const SAME_DAY_MS = Date.parse('2026-03-01T13:00:00.000Z')
const NEXT_DAY_MS = Date.parse('2026-03-02T12:00:00.001Z')

test('a score on the same evidence is up to date', () => {
  expect(comparePublication(live, published, SAME_DAY_MS)).toMatchObject({
    tone: 'good',
    label: 'Up to date',
  })
})

test('the same score on other evidence is still valid', () => {
  const older = { ...published, evidenceHash: 'f'.repeat(64) }
  expect(comparePublication(live, older, SAME_DAY_MS)).toMatchObject({
    tone: 'good',
    label: 'Still true',
  })
})

test('a changed score is shown with its change', () => {
  const { label, text } = comparePublication(
    live,
    { ...published, score: live.score + 1.5 },
    SAME_DAY_MS,
  )
  expect(label).toBe('Out of date')
  expect(text).toContain('−1.5 points')
})

test('a changed level takes precedence over a changed score', () => {
  const other = { ...published, score: 90, level: 'TRUSTED' as const }
  const { tone, text } = comparePublication(live, other, SAME_DAY_MS)
  expect(tone).toBe('poor')
  expect(text).toContain('says Trusted, the wallet is Normal now')
})

test('a publication older than a day is stale, even if the score is the same', () => {
  const { label, text } = comparePublication(live, published, NEXT_DAY_MS)
  expect(label).toBe('Stale')
  expect(text).toContain('24 hours')
  expect(comparePublication(live, published, NEXT_DAY_MS - 1).label).toBe('Up to date')
})

const buildPublication = (id: string, status: AgentAction['status']): AgentAction => ({
  id,
  status,
  kind: 'publish',
  address: '0x179b6b1cb6755e31',
  reason: 'A visitor asked.',
  caseId: 'case',
  createdAt: '2026-03-01T12:00:00.000Z',
})

test('an update of a publication replaces its previous state', () => {
  const publications = [buildPublication('10', 'sent'), buildPublication('9', 'sealed')]
  expect(mergePublication(publications, buildPublication('10', 'sealed'))).toEqual([
    buildPublication('10', 'sealed'),
    buildPublication('9', 'sealed'),
  ])
})

test('the newest publication comes first', () => {
  const publications = [buildPublication('9', 'sent')]
  expect(mergePublication(publications, buildPublication('10', 'queued'))[0]?.id).toBe('10')
  expect(mergePublication(publications, buildPublication('8', 'queued'))[0]?.id).toBe('9')
})

test('other actions on the account are not among its publications', () => {
  expect(mergePublication([], { ...buildPublication('1', 'sealed'), kind: 'flag' })).toEqual([])
})

test('only the newest publication can be pending, while it is not finished', () => {
  const [sent, sealed, failed] = (['sent', 'sealed', 'failed'] as const).map((status) =>
    buildPublication('2', status),
  )
  expect(findPendingPublication([sent!])).toBe(sent)
  expect(findPendingPublication([sealed!, buildPublication('1', 'sent')])).toBeUndefined()
  expect([sent!, sealed!, failed!].map(isFinished)).toEqual([false, true, true])
})
