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

const see = (
  status: ChainObservation['status'],
  seen: Partial<ChainObservation> = {},
): ChainObservation => ({
  ...{ status, tipHeight: REFERENCE + 1, error: null, keySequence: null },
  ...seen,
})

const seeExpired = (
  status: ChainObservation['status'],
  seen: Partial<ChainObservation> = { keySequence: SEQUENCE },
) => see(status, { tipHeight: LAST_HEIGHT + 1, ...seen })

const seeError = (code: number | null) =>
  see('sealed', { error: { code, message: 'why', text: 'why' } })

const WAIT = { kind: 'wait' }
const RETRY = { kind: 'drop', isRetryable: true }
const USED = { keySequence: SEQUENCE + 1 }
const OF_A_NODE = ['pending', 'finalized', 'executed'] as const

describe('a signed transaction', () => {
  it.each<[what: string, LiveTransaction, ChainObservation[], next: object]>([
    ['that was never sent is sent', signed, [see('unsent')], { kind: 'post' }],
    ['that no node has after an unknown result is', submitted, [see('unknown')], { kind: 'post' }],
    [
      'that a node has is recorded as sent',
      submitted,
      OF_A_NODE.map((one) => see(one)),
      { kind: 'acknowledge' },
    ],
    ['that a node has waits then', acknowledged, OF_A_NODE.map((one) => see(one)), WAIT],
    [
      'that a node lost waits for ten blocks',
      acknowledged,
      [see('unknown', { tipHeight: REFERENCE + 9 })],
      WAIT,
    ],
    [
      'is sent again then',
      acknowledged,
      [see('unknown', { tipHeight: REFERENCE + 10 })],
      { kind: 'post' },
    ],
    [
      'has failed when it was executed with an error',
      acknowledged,
      [1101, 1118, 1110, null].map(seeError),
      { kind: 'revert', problem: 'why' },
    ],
    [
      'is dropped when its block or number is outdated',
      acknowledged,
      [1002, 1003, 1007].map(seeError),
      { ...RETRY, problem: 'why' },
    ],
    [
      'is dropped for good when another one would be rejected too',
      acknowledged,
      [seeError(1009)],
      { kind: 'drop', problem: 'why', isRetryable: false },
    ],
    [
      'that expired, and whose number is not used, is dropped',
      acknowledged,
      [seeExpired('unknown'), seeExpired('expired'), seeExpired('pending')],
      RETRY,
    ],
    ['that expired and was never sent is dropped', signed, [seeExpired('unsent', {})], RETRY],
    [
      'that expired waits while the number of its key is unknown',
      acknowledged,
      [seeExpired('unknown', {})],
      WAIT,
    ],
    [
      'that expired with a used number was executed: its result is searched',
      submitted,
      [seeExpired('unknown', USED)],
      WAIT,
    ],
    [
      'whose result was searched for long has failed',
      submitted,
      [seeExpired('unknown', { ...USED, tipHeight: LAST_HEIGHT + 601 })],
      { kind: 'revert' },
    ],
  ])('%s', (_, transaction, observations, next) => {
    for (const seen of observations) expect(decideTransition(transaction, seen)).toMatchObject(next)
  })

  it('is finished when it is sealed, whatever is recorded', () => {
    for (const state of Object.values(STATES)) {
      for (const seen of [see('sealed'), seeExpired('sealed')])
        expect(decideTransition(state, seen)).toEqual({ kind: 'seal' })
    }
  })

  it('stays live while a block can contain it, whatever the node reports', () => {
    for (const status of ['expired', 'unknown'] as const) {
      const seen = see(status, { tipHeight: LAST_HEIGHT, keySequence: SEQUENCE })
      expect(['wait', 'post']).toContain(decideTransition(acknowledged, seen).kind)
    }
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
      fc.property(situations, ({ state, ...seen }) => {
        const move = decideTransition(state, { ...seen, error: null })
        if (seen.tipHeight > LAST_HEIGHT) expect(move.kind).not.toBe('post')
        if (move.kind !== 'drop') return
        expect(seen.tipHeight).toBeGreaterThan(LAST_HEIGHT)
        if (state.submissions > 0) expect(seen.keySequence).toBeLessThanOrEqual(SEQUENCE)
      }),
    )
  })
})
