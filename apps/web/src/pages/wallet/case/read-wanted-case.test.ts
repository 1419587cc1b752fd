import { expect, test } from 'vitest'
import { readWantedCase } from './read-wanted-case.ts'

test.each([
  ['', null],
  ['?case=', null],
  ['?case=a%26b', { caseId: 'a&b' }],
  [`?case=${'W'.repeat(64)}`, { caseId: 'W'.repeat(64) }],
  [`?case=${'W'.repeat(65)}`, { caseId: null }],
  ['?case=a+b', { caseId: null }],
  ['?case=%D7%90', { caseId: null }],
  ['?proposal=12', { proposalId: 12 }],
  ['?proposal=-1', null],
  ['?proposal=1&case=c', { caseId: 'c' }],
])('the query %j asks for %o', (query, wanted) =>
  expect(readWantedCase(new URLSearchParams(query))).toEqual(wanted),
)
