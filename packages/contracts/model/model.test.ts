import { describe, expect, it } from 'vitest'
import { search, type World } from './search.ts'
import { RULES, rulesWithout, SENTENCES, type SentenceName } from './sentences.ts'
import { getEndState, reorder, takeWalk, writeWalks } from './walks.ts'
import { flaggerWorld } from './worlds/flaggers.ts'
import { walkWorld } from './worlds/free.ts'
import { floodWorld, juryWorld } from './worlds/jury.ts'
import { heirWorld } from './worlds/people.ts'
import { liftWorld, youngWorld } from './worlds/publishers.ts'
import { vaultWorld } from './worlds/vault.ts'

const listViolated = <S>(world: World<S>) => [...search(world, { isQuick: true }).violations.keys()]
const walkFreely = (dropped: SentenceName[], most: number) => [
  ...walkWorld(rulesWithout(...dropped), { seed: 1, most }).violations.keys(),
]

describe('the rules', () => {
  it('have 36 numbers: 1 to 37 without 12', () => {
    const numbers = new Set(Object.values(SENTENCES).map(({ number }) => number))
    const expected = Array.from({ length: 37 }, (_, i) => i + 1).filter((number) => number !== 12)
    expect([...numbers].sort((a, b) => a - b)).toEqual(expected)
  })

  it('let nothing break in short searches', () => {
    expect(walkFreely([], 300)).toEqual([])
    expect(listViolated(heirWorld(RULES, { honest: 1 }))).toEqual([])
    expect(listViolated(liftWorld(RULES, 'bad'))).toEqual([])
    expect(listViolated(vaultWorld(RULES, 'nft'))).toEqual([])
    expect(
      listViolated(flaggerWorld(RULES, { hostile: ['f1'], appeals: 'none', days: 2 })),
    ).toEqual([])
    expect(listViolated(floodWorld(RULES, 40))).toEqual([])
  })
})

describe('without a sentence', () => {
  it.each([
    'quorum',
    'approvalOverrules',
    'namesNumbers',
    'ranks',
    'sharedPlaces',
    'numbersAreUnique',
    'renewalIsShownAsVoted',
    'appealsAreCounted',
  ] as const)('%s, random communities violate something', (name) => {
    expect(walkFreely([name], 3000)).not.toEqual([])
  })

  it('the recovery address takes the vault with two accomplices', () => {
    const world = heirWorld(rulesWithout('heirDoesNotVote'), { honest: 1 })
    expect(listViolated(world)).toEqual(['heirIsOutvoted'])
  })

  it('an NFT requested twice takes what is deposited later', () => {
    expect(listViolated(vaultWorld(rulesWithout('namedOnce'), 'nft'))).toContain(
      'laterDepositsStay',
    )
  })

  it('a flag that was lifted as listed is set again as contact, and silence lifts it again', () => {
    const rules = rulesWithout('listIsOneGround')
    const world = flaggerWorld(rules, { hostile: ['f1'], appeals: 'silence', days: 4 })
    expect(listViolated(world)).toContain('liftedStaysLifted')
    expect(walkFreely(['listIsOneGround'], 3000)).toContain('silenceOnce')
  })

  it('another flagger lifts the flag of a dismissed one before the end of an appeal, and sets it again', () => {
    const world = flaggerWorld(rulesWithout('anyNamedLiftBars'), {
      hostile: ['f1', 'f3'],
      appeals: 'heard',
      days: 2,
      dismisses: true,
    })
    expect(listViolated(world)).toContain('liftIsNoEvasion')
  })

  it('a young publisher silences a voter', () => {
    expect(listViolated(youngWorld(rulesWithout('publisherCoversVoters')))).toEqual([
      'youngIsQuiet',
    ])
  })
})

describe('a jury that the accusation lowered', () => {
  it('is lost without a rule', () => {
    expect(listViolated(juryWorld('none', { isStolen: false, days: 2 }))).toEqual([
      'juryIsNotChosen',
    ])
  })

  it('lets a thief vote when some record of a stolen publisher is enough', () => {
    expect(listViolated(juryWorld('some', { isStolen: true, days: 2 }))).toEqual([
      'lowRecordCounts',
    ])
  })

  it('votes, and no thief does, when each live record must be 45 or more', () => {
    expect(listViolated(juryWorld('each', { isStolen: false, days: 2 }))).toEqual([])
    expect(listViolated(juryWorld('each', { isStolen: true, days: 2 }))).toEqual([])
  })

  it.each(['execution', 'renewal'] as const)(
    'is lost to a freeze that follows from the flag when it is counted from the %s',
    (juryFrom) => {
      const options = { isStolen: false, against: 'freeze', days: 3 } as const
      expect(listViolated(juryWorld('each', { ...options, juryFrom }))).toEqual(['juryIsNotChosen'])
      expect(listViolated(juryWorld('each', options))).toEqual([])
      expect(listViolated(juryWorld('each', { ...options, isStolen: true }))).toEqual([])
    },
  )
})

describe('a walk', () => {
  it('is the same for the same seed', () => {
    const options = { seed: 7, count: 3, length: 20 }
    expect(writeWalks(options).text).toBe(writeWalks(options).text)
  })

  it('ends in the same state with its executions in another order', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const walk = takeWalk(seed, 25)
      const other = reorder(walk)
      if (other) expect(getEndState(other)).toBe(getEndState(walk))
    }
  })
})
