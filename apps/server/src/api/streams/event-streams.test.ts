import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { Address } from '@app/values/address.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { toTestAddress } from '../../testing/ledger.ts'
import {
  coalesceByKey,
  createEventStreams,
  createStreamLimiter,
  formatEvent,
  parseLastEventId,
  type StreamEvent,
  type Wake,
} from './event-streams.ts'

const [ALICE, BOB] = [toTestAddress(1), toTestAddress(2)]

/** Creates streams that are woken by `notify`. */
function createTestStreams(wake: Wake) {
  const errors: unknown[] = []
  const handlers: ((payload: string) => void)[] = []
  const streams = createEventStreams([wake], {
    notifications: {
      on: (_, handler) => {
        handlers.push(handler)
        return () => {}
      },
    },
    limiter: createStreamLimiter({ streams: 9, streamsPerClient: 9 }),
    onError: (error) => void errors.push(error),
  })
  onTestFinished(streams.close)
  const notify = (payload: string) => handlers.map((handler) => handler(payload))
  return { streams, notify, errors }
}

describe('streams of one address', () => {
  /** Streams over scores in memory. */
  function createScoreStreams(scores: Map<string, StreamEvent>) {
    const asked: string[] = []
    const { streams, notify, errors } = createTestStreams({
      channel: 'score_changed',
      load: async (subject) => {
        asked.push(subject)
        return [scores.get(subject)].filter((score) => score !== undefined)
      },
      readLatestIds: async () => new Map(),
    })
    onTestFinished(() => expect(errors).toEqual([]))
    const open = () => streams.open({ address: ALICE, afterId: 0, client: 'x' })
    return { streams, open, asked, change: notify }
  }

  const toScore = (id: number, data: unknown = 'news'): StreamEvent => ({
    id,
    event: 'score',
    data,
  })
  const NEWS = 'retry: 2000\n\nid: 1\nevent: score\ndata: "news"\n\n'

  it('read nothing about an address that none follows', async () => {
    const { open, asked, change } = createScoreStreams(new Map())
    const stream = open()
    change(BOB)
    stream.destroy()
    await once(stream, 'close')
    change(ALICE)
    expect(asked).toEqual([ALICE])
  })

  it('continue for the others when one leaves', async () => {
    const scores = new Map<Address, StreamEvent>()
    const { streams, open, change } = createScoreStreams(scores)
    const [gone, stays] = [open(), open()]
    gone.destroy()
    await once(gone, 'close')
    scores.set(ALICE, toScore(1))
    change(ALICE)
    await expect.poll(() => stays.readableLength).toBe(NEWS.length)
    streams.close()
    expect(await text(stays)).toBe(NEWS)
  })

  it('get an event with an id once', async () => {
    const scores = new Map([[ALICE, toScore(1)]])
    const { streams, open, asked, change } = createScoreStreams(scores)
    const stream = open()
    await expect.poll(() => stream.readableLength).toBe(NEWS.length)
    change(ALICE)
    await expect.poll(() => asked.length).toBe(2)
    streams.close()
    expect(await text(stream)).toBe(NEWS)
  })

  it('ignore a notification that is not an address', () => {
    const { change } = createScoreStreams(new Map())
    expect(() => change('nonsense')).not.toThrow()
  })

  it('disconnect a client that does not read', async () => {
    const long = 'x'.repeat(300_000)
    const scores = new Map([[ALICE, toScore(1, long)]])
    const { open, change } = createScoreStreams(scores)
    const stream = open()
    const closed = once(stream, 'close')
    await expect.poll(() => stream.readableLength).toBeGreaterThan(0)
    for (const id of [2, 3]) {
      scores.set(ALICE, toScore(id, long))
      change(ALICE)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await closed
  })
})

describe('streams in order', () => {
  /** Streams whose reads answer when the test says so, with what the test says. */
  function openOrdered() {
    const reads: {
      subject: string
      answer: (data: string) => void
      fail: (error: Error) => void
    }[] = []
    const { streams, notify, errors } = createTestStreams({
      channel: 'governance_changed',
      isInOrder: true,
      load: (subject) =>
        new Promise((resolve, reject) => {
          const answer = (data: string) => resolve([{ event: 'proposal', data }])
          reads.push({ subject, answer, fail: reject })
        }),
    })
    const sent: string[] = []
    streams
      .open({ client: 'client', address: null, afterId: 0 })
      .on('data', (chunk: Buffer) => void sent.push(chunk.toString()))
    return { reads, errors, sent, notify }
  }

  it('send what was read before a change before what was read since', async () => {
    const { reads, sent, notify } = openOrdered()
    notify('0x179b6b1cb6755e31')
    notify('7')
    await expect.poll(() => reads.length).toBe(1)
    reads[0]?.answer('old')
    await expect
      .poll(() => reads.map(({ subject }) => subject))
      .toEqual(['0x179b6b1cb6755e31', '7'])
    reads[1]?.answer('new')
    await expect.poll(() => sent.join('')).toMatch(/"old"\n\nevent: proposal\ndata: "new"\n\n$/)
  })

  it('go on with the next subject when one cannot be read', async () => {
    const { reads, errors, sent, notify } = openOrdered()
    notify('1')
    notify('2')
    await expect.poll(() => reads.length).toBe(1)
    reads[0]?.fail(new Error('no database'))
    await expect.poll(() => reads.length).toBe(2)
    reads[1]?.answer('two')
    await expect.poll(() => sent.join('')).toMatch(/"two"\n\n$/)
    expect(errors).toMatchObject([{ message: 'no database' }])
  })
})

describe('a server-sent event', () => {
  it('is an id, a name and one line of data', () => {
    const text = formatEvent({ id: 3, event: 'score', data: { text: 'two\nlines' } })
    expect(text).toBe('id: 3\nevent: score\ndata: {"text":"two\\nlines"}\n\n')
  })

  it.each([
    ['17', 17],
    [undefined, 0],
    ['', 0],
    ['-1', 0],
    ['1e9', 0],
    ['9'.repeat(30), 0],
    [['1', '2'], 0],
  ])('reads the number of the last event from %j', (header, number) => {
    expect(parseLastEventId(header)).toBe(number)
  })
})

describe('the stream limiter', () => {
  it('limits each client', () => {
    const limiter = createStreamLimiter({ streams: 10, streamsPerClient: 1 })
    const release = limiter.acquire('alice')
    expect(() => limiter.acquire('alice')).toThrow('Too many event streams are open')
    limiter.acquire('bob')
    expect(limiter.countOpen()).toBe(2)
    release()
    limiter.acquire('alice')
    expect(limiter.countOpen()).toBe(2)
  })
})

describe('coalesceByKey', () => {
  it('runs once more, and only once, for all the calls during a run', async () => {
    const gate = Promise.withResolvers<void>()
    let runs = 0
    const refresh = coalesceByKey(
      async () => {
        runs += 1
        await gate.promise
      },
      () => {},
    )
    const first = refresh('a')
    await Promise.all([refresh('a'), refresh('a'), refresh('a')])
    gate.resolve()
    await first
    expect(runs).toBe(2)
  })

  it('runs different keys at the same time', async () => {
    const gate = Promise.withResolvers<void>()
    const seen: string[] = []
    const refresh = coalesceByKey(
      async (key: string) => {
        seen.push(key)
        await gate.promise
      },
      () => {},
    )
    const both = Promise.all([refresh('a'), refresh('b')])
    expect(seen).toEqual(['a', 'b'])
    gate.resolve()
    await both
  })

  it('reports an error and works again afterwards', async () => {
    const problems: unknown[] = []
    const outcomes = [Promise.reject(new Error('broken')), Promise.resolve()]
    const refresh = coalesceByKey(
      () => outcomes.shift() ?? Promise.resolve(),
      (error) => problems.push(error),
    )
    await refresh('a')
    await refresh('a')
    expect(problems).toEqual([new Error('broken')])
    expect(outcomes).toEqual([])
  })
})
