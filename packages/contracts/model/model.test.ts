import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { search, type World } from './search.ts'
import { buildWalks } from './walks.ts'
import { flaggerWorld } from './worlds/flaggers.ts'
import { walkWorld } from './worlds/free.ts'
import { heirWorld } from './worlds/recovery.ts'

const listViolated = <S>(world: World<S>) => [...search(world, { isQuick: true }).violations.keys()]

describe('the rules let nothing break', () => {
  it('in random walks', () => {
    expect([...walkWorld(1, { most: 100 }).violations]).toEqual([])
  })

  it('where a recovery address has two accomplices', () => {
    expect(listViolated(heirWorld({ honest: 1, days: 8 }))).toEqual([])
  })

  it('where a flagger is stolen', () => {
    expect(listViolated(flaggerWorld({ hostile: ['f1'], isHeard: true, days: 1 }))).toEqual([])
  })
})

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

/** Without a deadline that a busy machine could miss. */
async function ablate(worlds: string, names: string): Promise<string[]> {
  const options = ['ablate', '--worlds', worlds, '--only', names, '--budget', '100000']
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...options])
  return [...stdout.matchAll(/\): (\w+) \(/g)].map(([, name = '']) => name)
}

describe('without a rule something breaks', () => {
  it('in random walks', async () => {
    const rules = 'numbersAreUnique,quorum,majority,executionWeek,ranks,protectedByVote'
    expect(await ablate('free', rules)).toEqual([
      'numbersDiffer',
      'fewDecideNothing',
      'fewDecideNothing',
      'clocksEnd',
      'agentHasTheFloor',
      'accusationIsKnown',
    ])
  })

  it('where a recovery address has two accomplices, or a flagger is stolen', async () => {
    expect(await ablate('heir', 'heirDoesNotVote')).toEqual(['heirIsOutvoted'])
    expect(await ablate('flaggers', 'barAfterLift,namedLiftBars')).toEqual([
      'liftedStaysLifted',
      'liftIsNoEvasion',
    ])
  })
})

/** A walk whose outcome depends on the order of executions throws. */
it('walks are the same for the same seed', () => {
  const options = { seed: 7, count: 60, length: 25 }
  expect(buildWalks(options)).toEqual(buildWalks(options))
})
