import { expect, test } from 'vitest'
import { readWantedCase } from './read-wanted-case.ts'

test.each([
  ['', null],
  ['?case=', null],
  ['?case=a%26b', { caseId: 'a&b' }],
  ['?proposal=12', { proposalId: 12 }],
  ['?proposal=-1', null],
  ['?proposal=1&case=c', { caseId: 'c' }],
])('the query %j asks for %o', (query, wanted) =>
  expect(readWantedCase(new URLSearchParams(query))).toEqual(wanted),
)
