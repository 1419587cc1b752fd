import type { Action } from '@app/api/action.ts'
import { expect, test } from 'vitest'
import { hasEnded, underwayAmong, withPublication } from './publications.ts'

const publication = (id: string, status: Action['status']): Action => ({
  id,
  status,
  kind: 'publish',
  address: '0x179b6b1cb6755e31',
  reason: 'A visitor asked.',
  caseId: 'case',
  createdAt: '2026-03-01T12:00:00.000Z',
})

test('news of a publication takes the place of what was known of it', () => {
  const kept = [publication('10', 'sent'), publication('9', 'sealed')]
  expect(withPublication(kept, publication('10', 'sealed'))).toEqual([
    publication('10', 'sealed'),
    publication('9', 'sealed'),
  ])
})

test('the newest publication comes first', () => {
  const kept = [publication('9', 'sent')]
  expect(withPublication(kept, publication('10', 'queued'))[0]?.id).toBe('10')
  expect(withPublication(kept, publication('8', 'queued'))[0]?.id).toBe('9')
})

test('other actions on the account are not among its publications', () => {
  expect(withPublication([], { ...publication('1', 'sealed'), kind: 'flag' })).toEqual([])
})

test('only a newest publication that has not ended is on its way', () => {
  const [sent, sealed, failed] = (['sent', 'sealed', 'failed'] as const).map((status) =>
    publication('2', status),
  )
  expect(underwayAmong([sent!])).toBe(sent)
  expect(underwayAmong([sealed!, publication('1', 'sent')])).toBeUndefined()
  expect([sent!, sealed!, failed!].map(hasEnded)).toEqual([false, true, true])
})
