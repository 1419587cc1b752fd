import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EXPIRY_BLOCKS, type LiveTransaction, nextMove, type Sight } from './next-move.ts'

const REFERENCE = 1000
const LAST_HEIGHT = REFERENCE + EXPIRY_BLOCKS
const SEQUENCE = 7

const signed: LiveTransaction = {
  sequenceNumber: SEQUENCE,
  referenceHeight: REFERENCE,
  tries: 0,
  triedHeight: null,
  isAnswered: false,
  isSent: false,
}
/** It may have reached a node: the process was killed, or the node did not answer. */
const tried: LiveTransaction = { ...signed, tries: 1, triedHeight: REFERENCE }
const taken: LiveTransaction = { ...tried, isAnswered: true, isSent: true }
const STATES = { signed, tried, taken }

const look = (status: Sight['status'], sight: Partial<Sight> = {}): Sight => ({
  tipHeight: REFERENCE + 1,
  status,
  error: null,
  keySequence: null,
  ...sight,
})

const late = (status: Sight['status'], sight: Partial<Sight> = {}) =>
  look(status, { tipHeight: LAST_HEIGHT + 1, keySequence: SEQUENCE, ...sight })

const failure = (code: number | null) => ({ code, message: 'why', text: 'why' })

describe('a signed transaction', () => {
  it('goes to a node when it never did', () => {
    expect(nextMove(signed, look('unsent'))).toEqual({ kind: 'post' })
  })

  it('goes there again when no node knows it after a try whose end is not known', () => {
    expect(nextMove(tried, look('unknown'))).toEqual({ kind: 'post' })
  })

  it('is noted as sent when a node has it after such a try', () => {
    for (const status of ['pending', 'finalized', 'executed'] as const) {
      expect(nextMove(tried, look(status))).toEqual({ kind: 'acknowledge' })
    }
  })

  it('is waited for while a node has it', () => {
    for (const status of ['pending', 'finalized', 'executed'] as const) {
      expect(nextMove(taken, look(status))).toEqual({ kind: 'wait' })
    }
  })

  it('goes again, ten blocks later, to a node that took it and lost it', () => {
    expect(nextMove(taken, look('unknown', { tipHeight: REFERENCE + 9 }))).toEqual({ kind: 'wait' })
    const later = look('unknown', { tipHeight: REFERENCE + 10 })
    expect(nextMove(taken, later)).toEqual({ kind: 'post' })
  })

  it('is done when it is sealed, whatever is noted of it', () => {
    for (const state of Object.values(STATES)) {
      expect(nextMove(state, look('sealed'))).toEqual({ kind: 'seal' })
      expect(nextMove(state, late('sealed'))).toEqual({ kind: 'seal' })
    }
  })

  it('has failed when it ran and failed, with the chain’s words', () => {
    for (const code of [1101, 1118, 1110, null]) {
      const move = nextMove(taken, look('sealed', { error: failure(code) }))
      expect(move).toEqual({ kind: 'revert', problem: 'why' })
    }
  })

  it('is given up for another when the chain says that it could not run as it was', () => {
    for (const code of [1002, 1003, 1007]) {
      const move = nextMove(taken, look('sealed', { error: failure(code) }))
      expect(move).toEqual({ kind: 'drop', problem: 'why', isCurable: true })
    }
  })

  it('is given up for good when another one would fare the same', () => {
    const move = nextMove(taken, look('sealed', { error: failure(1009) }))
    expect(move).toEqual({ kind: 'drop', problem: 'why', isCurable: false })
  })

  it('lives as long as a block may hold it, whatever the node says', () => {
    for (const status of ['expired', 'unknown'] as const) {
      const sight = look(status, { tipHeight: LAST_HEIGHT, keySequence: SEQUENCE })
      expect(['wait', 'post']).toContain(nextMove(taken, sight).kind)
    }
  })
})

describe('an expired transaction', () => {
  it('is given up for another when the number of its key was never used', () => {
    for (const status of ['unknown', 'expired', 'pending'] as const) {
      const move = nextMove(taken, late(status))
      expect(move).toMatchObject({ kind: 'drop', isCurable: true })
    }
  })

  it('is given up for another, without asking, when it never went to a node', () => {
    const move = nextMove(signed, late('unsent', { keySequence: null }))
    expect(move).toMatchObject({ kind: 'drop', isCurable: true })
  })

  it('is waited for while nobody tells the number of its key', () => {
    expect(nextMove(taken, late('unknown', { keySequence: null }))).toEqual({ kind: 'wait' })
  })

  it('must have run when the number of its key was used, and is looked for', () => {
    const used = { keySequence: SEQUENCE + 1 }
    expect(nextMove(tried, late('unknown', used))).toEqual({ kind: 'wait' })
    const muchLater = { ...used, tipHeight: LAST_HEIGHT + 601 }
    expect(nextMove(tried, late('unknown', muchLater))).toMatchObject({ kind: 'revert' })
  })
})

const situations = fc.record({
  state: fc.constantFrom(...Object.values(STATES)),
  status: fc.constantFrom<Sight['status']>(
    'unsent',
    'unknown',
    'pending',
    'finalized',
    'executed',
    'sealed',
    'expired',
  ),
  tipHeight: fc.integer({ min: REFERENCE, max: LAST_HEIGHT + 1300 }),
  keySequence: fc.constantFrom(null, SEQUENCE - 1, SEQUENCE, SEQUENCE + 1, SEQUENCE + 2),
})

describe('in every situation', () => {
  it('another transaction takes its place only when it never ran and never can', () => {
    fc.assert(
      fc.property(situations, ({ state, status, tipHeight, keySequence }) => {
        const move = nextMove(state, look(status, { tipHeight, keySequence }))
        if (move.kind !== 'drop') return
        expect(tipHeight).toBeGreaterThan(LAST_HEIGHT)
        if (state.tries > 0) expect(keySequence).toBeLessThanOrEqual(SEQUENCE)
      }),
      { numRuns: 2000 },
    )
  })

  it('an expired transaction never goes to a node', () => {
    fc.assert(
      fc.property(situations, ({ state, status, tipHeight, keySequence }) => {
        fc.pre(tipHeight > LAST_HEIGHT)
        const move = nextMove(state, look(status, { tipHeight, keySequence }))
        expect(move.kind).not.toBe('post')
      }),
    )
  })
})
