import type { Action } from '@app/api/schemas/action.ts'
import { expect, test } from 'vitest'
import { mergePublication } from '../../lib/score-cache.ts'
import { findPendingPublication, isFinished } from './publications.ts'

const buildPublication = (id: string, status: Action['status']): Action => ({
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
