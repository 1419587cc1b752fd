import { computeAddressAtIndex } from '@app/values/account-index.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CheckedVote, judgeProposal } from './judge-proposal.ts'

const CHECKS = { f: 'confirmed', d: 'disputed', u: 'unchecked' } as const

/** Builds votes: `f` For, `d` disputed For, `u` unchecked For, `a` Against. */
const buildVotes = (text: string): CheckedVote[] =>
  [...text].map((letter, index) => ({
    voter: computeAddressAtIndex(index + 1, 'local'),
    support: letter !== 'a',
    check: CHECKS[letter as keyof typeof CHECKS] ?? 'confirmed',
  }))

describe('an approved proposal', () => {
  it.each([
    ['fff', 'sign', 'three confirmed For'],
    ['ffa', 'sign', 'two For and one Against are three votes'],
    ['fffd', 'sign', 'a disputed For that is not needed'],
    ['fffu', 'sign', 'an unchecked For that is not needed'],
    ['ffd', 'refuse', 'two votes are left'],
    ['ffda', 'sign', 'three votes are left, more For than Against'],
    ['ffdaa', 'refuse', 'as many Against as For are left'],
    ['ddd', 'refuse', 'nothing is left'],
    ['ffu', 'wait', 'the unchecked one decides'],
    ['ffuaa', 'wait', 'the unchecked one decides against two'],
    ['fudd', 'refuse', 'even with the unchecked one there are two'],
    ['', 'refuse', 'there are no votes'],
  ])('with %s: %s, because %s', (votes, kind) => {
    expect(judgeProposal(buildVotes(votes), 0).kind).toBe(kind)
  })

  it('of a recovery needs its For votes without the disputed ones', () => {
    expect(judgeProposal(buildVotes('ffa'), 3).kind).toBe('refuse')
    expect(judgeProposal(buildVotes('fffa'), 3).kind).toBe('sign')
    expect(judgeProposal(buildVotes('ffdf'), 3).kind).toBe('sign')
    expect(judgeProposal(buildVotes('ffua'), 3).kind).toBe('wait')
  })

  it('names whose votes are disputed or wait', () => {
    const votes = buildVotes('fdu')
    expect(judgeProposal([...votes, ...buildVotes('f')], 0)).toEqual({
      kind: 'wait',
      disputed: [votes[1]?.voter],
      unchecked: [votes[2]?.voter],
    })
  })

  it('is never signed because of a disputed vote, or of one more Against', () => {
    const arbitraryVotes = fc
      .array(fc.constantFrom('f', 'd', 'u', 'a'), { maxLength: 12 })
      .map((letters) => letters.join(''))
    fc.assert(
      fc.property(arbitraryVotes, fc.constantFrom(0, 3), (votes, minVotesFor) => {
        const without = judgeProposal(buildVotes(votes), minVotesFor).kind
        const with_ = judgeProposal(buildVotes(`${votes}d`), minVotesFor).kind
        expect(with_).toBe(without)
        const confirmed = [...votes].filter((letter) => letter === 'f').length
        const against = [...votes].filter((letter) => letter === 'a').length
        if (without === 'sign') expect(confirmed).toBeGreaterThan(against)
      }),
    )
  })
})
