import { EXPIRY_BLOCKS } from '@app/flow/send/transaction.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ChainObservation,
  decideTransition,
  type LiveTransaction,
} from './decide-transition.ts'

const REFERENCE = 1000
const LAST_HEIGHT = REFERENCE + EXPIRY_BLOCKS
const SEQUENCE = 7

const signed: LiveTransaction = {
  sequenceNumber: SEQUENCE,
  referenceHeight: REFERENCE,
  submissions: 0,
  lastSubmissionHeight: null,
  isAnswered: false,
  isSent: false,
}
/** May have reached a node: the process was killed, or the node did not answer. */
const submitted: LiveTransaction = { ...signed, submissions: 1, lastSubmissionHeight: REFERENCE }
const acknowledged: LiveTransaction = { ...submitted, isAnswered: true, isSent: true }
const STATES = { signed, submitted, acknowledged }

const buildObservation = (
  status: ChainObservation['status'],
  sight: Partial<ChainObservation> = {},
): ChainObservation => ({
  tipHeight: REFERENCE + 1,
  status,
  error: null,
  keySequence: null,
  ...sight,
})

const buildExpiredObservation = (
  status: ChainObservation['status'],
  sight: Partial<ChainObservation> = {},
) => buildObservation(status, { tipHeight: LAST_HEIGHT + 1, keySequence: SEQUENCE, ...sight })

const buildError = (code: number | null) => ({ code, message: 'why', text: 'why' })

describe('a signed transaction', () => {
  it('is sent if it was never sent', () => {
    expect(decideTransition(signed, buildObservation('unsent'))).toEqual({ kind: 'post' })
  })

  it('is sent again when no node has it after an attempt with an unknown result', () => {
    expect(decideTransition(submitted, buildObservation('unknown'))).toEqual({ kind: 'post' })
  })

  it('is recorded as sent when a node has it after such an attempt', () => {
    for (const status of ['pending', 'finalized', 'executed'] as const) {
      expect(decideTransition(submitted, buildObservation(status))).toEqual({ kind: 'acknowledge' })
    }
  })

  it('waits while a node has it', () => {
    for (const status of ['pending', 'finalized', 'executed'] as const) {
      expect(decideTransition(acknowledged, buildObservation(status))).toEqual({ kind: 'wait' })
    }
  })

  it('is sent again after ten blocks to a node that accepted and lost it', () => {
    expect(
      decideTransition(acknowledged, buildObservation('unknown', { tipHeight: REFERENCE + 9 })),
    ).toEqual({ kind: 'wait' })
    const later = buildObservation('unknown', { tipHeight: REFERENCE + 10 })
    expect(decideTransition(acknowledged, later)).toEqual({ kind: 'post' })
  })

  it('is finished when it is sealed, whatever is recorded', () => {
    for (const state of Object.values(STATES)) {
      expect(decideTransition(state, buildObservation('sealed'))).toEqual({ kind: 'seal' })
      expect(decideTransition(state, buildExpiredObservation('sealed'))).toEqual({ kind: 'seal' })
    }
  })

  it('has failed when it was executed with an error, with the chain’s message', () => {
    for (const code of [1101, 1118, 1110, null]) {
      const move = decideTransition(
        acknowledged,
        buildObservation('sealed', { error: buildError(code) }),
      )
      expect(move).toEqual({ kind: 'revert', problem: 'why' })
    }
  })

  it('is dropped and retryable when the chain reports an outdated reference block or sequence number', () => {
    for (const code of [1002, 1003, 1007]) {
      const move = decideTransition(
        acknowledged,
        buildObservation('sealed', { error: buildError(code) }),
      )
      expect(move).toEqual({ kind: 'drop', problem: 'why', isRetryable: true })
    }
  })

  it('is dropped permanently when another one would be rejected too', () => {
    const move = decideTransition(
      acknowledged,
      buildObservation('sealed', { error: buildError(1009) }),
    )
    expect(move).toEqual({ kind: 'drop', problem: 'why', isRetryable: false })
  })

  it('stays live while a block can contain it, whatever the node reports', () => {
    for (const status of ['expired', 'unknown'] as const) {
      const sight = buildObservation(status, { tipHeight: LAST_HEIGHT, keySequence: SEQUENCE })
      expect(['wait', 'post']).toContain(decideTransition(acknowledged, sight).kind)
    }
  })
})

describe('an expired transaction', () => {
  it('is dropped and retryable when its sequence number was never used', () => {
    for (const status of ['unknown', 'expired', 'pending'] as const) {
      const move = decideTransition(acknowledged, buildExpiredObservation(status))
      expect(move).toMatchObject({ kind: 'drop', isRetryable: true })
    }
  })

  it('is dropped and retryable without a query when it was never sent', () => {
    const move = decideTransition(signed, buildExpiredObservation('unsent', { keySequence: null }))
    expect(move).toMatchObject({ kind: 'drop', isRetryable: true })
  })

  it('waits while the sequence number of its key is unknown', () => {
    expect(
      decideTransition(acknowledged, buildExpiredObservation('unknown', { keySequence: null })),
    ).toEqual({ kind: 'wait' })
  })

  it('must have been executed when its sequence number was used, and its result is searched', () => {
    const used = { keySequence: SEQUENCE + 1 }
    expect(decideTransition(submitted, buildExpiredObservation('unknown', used))).toEqual({
      kind: 'wait',
    })
    const muchLater = { ...used, tipHeight: LAST_HEIGHT + 601 }
    expect(
      decideTransition(submitted, buildExpiredObservation('unknown', muchLater)),
    ).toMatchObject({ kind: 'revert' })
  })
})

const situations = fc.record({
  state: fc.constantFrom(...Object.values(STATES)),
  status: fc.constantFrom<ChainObservation['status']>(
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
  it('another transaction replaces it only when it was never executed and never can be', () => {
    fc.assert(
      fc.property(situations, ({ state, status, tipHeight, keySequence }) => {
        const move = decideTransition(state, buildObservation(status, { tipHeight, keySequence }))
        if (move.kind !== 'drop') return
        expect(tipHeight).toBeGreaterThan(LAST_HEIGHT)
        if (state.submissions > 0) expect(keySequence).toBeLessThanOrEqual(SEQUENCE)
      }),
    )
  })

  it('an expired transaction is never sent', () => {
    fc.assert(
      fc.property(situations, ({ state, status, tipHeight, keySequence }) => {
        fc.pre(tipHeight > LAST_HEIGHT)
        const move = decideTransition(state, buildObservation(status, { tipHeight, keySequence }))
        expect(move.kind).not.toBe('post')
      }),
    )
  })
})
