import { expect, test } from 'vitest'
import { ACCOUNT_EVENT_FACTS, ACCOUNT_EVENTS, mapAccountEventFacts } from './account-event.ts'

test('every fact of the table is listed once', () => {
  const facts = ACCOUNT_EVENTS.flatMap(({ facts: counted }): readonly string[] => counted)
  expect(facts.length).toBeGreaterThan(0)
  expect([...ACCOUNT_EVENT_FACTS].sort()).toEqual([...new Set(facts)].sort())
})

test('every fact is mapped, by its own name', () => {
  const mapped = mapAccountEventFacts((fact) => `count of ${fact}`)
  expect(Object.keys(mapped)).toEqual([...ACCOUNT_EVENT_FACTS])
  for (const fact of ACCOUNT_EVENT_FACTS) expect(mapped[fact]).toBe(`count of ${fact}`)
})
