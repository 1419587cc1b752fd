import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { Address } from '@app/values/address.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { toTestAddress } from '../../testing/ledger.ts'
import { createScoreStreams, type ScoreEventText } from './score-streams.ts'
import { createStreamLimiter } from './stream-limiter.ts'

const [ALICE, BOB] = [toTestAddress(1), toTestAddress(2)]

const RETRY_AND_NEWS = 'retry: 2000\n\nnews\n\n'

/** Creates streams over scores in memory; `change` acts as a notification. */
function createTestStreams(scores: Map<Address, ScoreEventText>) {
  const asked: Address[] = []
  const handlers: ((payload: string) => void)[] = []
  const streams = createScoreStreams({
    source: {
      readLatestScore: async (address) => {
        asked.push(address)
        return scores.get(address) ?? null
      },
      readLatestSeqs: async () => new Map(),
      readLastAction: async () => null,
    },
    notifications: {
      on: (_, handler) => {
        handlers.push(handler)
        return () => {}
      },
    },
    limiter: createStreamLimiter({ streams: 9, streamsPerClient: 9 }),
    onError: (error) => expect.unreachable(String(error)),
  })
  onTestFinished(streams.close)
  const notify = (payload: string) => handlers.map((handler) => handler(payload))
  return { streams, asked, change: notify }
}

describe('score streams', () => {
  it('read nothing about an account without subscribers', async () => {
    const { streams, asked, change } = createTestStreams(new Map())
    const stream = streams.open({ address: ALICE, afterSeq: 0, client: 'x' })
    change(BOB)
    stream.destroy()
    await once(stream, 'close')
    change(ALICE)
    expect(asked).toEqual([ALICE])
  })

  it('continue for the other subscribers when one leaves', async () => {
    const scores = new Map<Address, ScoreEventText>()
    const { streams, change } = createTestStreams(scores)
    const [gone, stays] = [1, 2].map(() =>
      streams.open({ address: ALICE, afterSeq: 0, client: 'x' }),
    )
    gone?.destroy()
    if (stays === undefined || gone === undefined) throw new Error('no streams')
    await once(gone, 'close')
    scores.set(ALICE, { seq: 1, text: 'news\n\n' })
    change(ALICE)
    await expect.poll(() => stays.readableLength).toBe(RETRY_AND_NEWS.length)
    streams.close()
    expect(await text(stays)).toBe(RETRY_AND_NEWS)
  })

  it('ignore a notification that is not an address', () => {
    const { change } = createTestStreams(new Map())
    expect(() => change('nonsense')).not.toThrow()
  })

  it('disconnect a client that does not read', async () => {
    const scores = new Map([[ALICE, { seq: 1, text: 'x'.repeat(300_000) }]])
    const { streams, change } = createTestStreams(scores)
    const stream = streams.open({ address: ALICE, afterSeq: 0, client: 'x' })
    const closed = once(stream, 'close')
    await expect.poll(() => stream.readableLength).toBeGreaterThan(0)
    for (const seq of [2, 3]) {
      scores.set(ALICE, { seq, text: 'x'.repeat(300_000) })
      change(ALICE)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await closed
  })
})
