import { describe, expect, it } from 'vitest'
import { parseRoles } from './roles.ts'

describe('the roles of a process', () => {
  it('are those that the command line names', () => {
    expect(parseRoles(['api', 'scorer'])).toEqual(['api', 'scorer'])
  })

  it('are at least one', () => {
    expect(() => parseRoles([])).toThrow(
      'Name one role or more: api, indexer, scorer, agent, alerts, cosigner.',
    )
  })

  it('are known ones', () => {
    expect(() => parseRoles(['api', 'miner'])).toThrow("There is no role 'miner'")
  })
})
