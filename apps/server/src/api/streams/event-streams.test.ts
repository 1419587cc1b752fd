import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { Address } from '@app/values/address.ts'
import { expect, it, onTestFinished } from 'vitest'
import { toTestAddress } from '../../testing/ledger.ts'
import {
  createEventStreams,
  createStreamLimiter,
  type EventSource,
  type StreamEvent,
} from './event-streams.ts'

const [ALICE, BOB] = [toTestAddress(1), toTestAddress(2)]

/** Creates streams that are woken by `notify`. */
function createTestStreams(source: EventSource, limits = { streams: 9, streamsPerClient: 9 }) {
  const errors: unknown[] = []
  const handlers: ((payload: string) => void)[] = []
  const limiter = createStreamLimiter(limits)
  const on = (_: unknown, handler: (payload: string) => void) => {
    handlers.push(handler)
    return () => {}
  }
  const streams = createEventStreams([source], {
    notifications: { on },
    limiter,
    loadState: () => new Promise(() => {}),
    onError: (error) => void errors.push(error),
  })
  onTestFinished(streams.close)
  const open = (address: Address | null, client = 'x') =>
    streams.open({ client, afterId: 0, topics: [{ name: source.topics[0]!, address }] })
  const notify = (payload: string) => handlers.map((handler) => handler(payload))
  return { streams, open, notify, errors, limiter }
}

const toScore = (id: number, data = 'news'): StreamEvent => ({ id, event: 'score', data })
const NEWS = 'retry: 2000\n\nid: 1\nevent: score\ndata: "news"\n\n'

/** Streams over scores in memory. */
function createScoreStreams(scores: Map<string, StreamEvent>) {
  const asked: string[] = []
  const created = createTestStreams({
    topics: ['score'],
    channel: 'score_changed',
    load: async (subject) => {
      asked.push(subject)
      return [scores.get(subject)].filter((score) => score !== undefined)
    },
    readLatestIds: async () => new Map(),
  })
  onTestFinished(() => expect(created.errors).toEqual([]))
  return { ...created, asked }
}

it('nothing is read about an address that no stream follows', async () => {
  const { open, asked, notify } = createScoreStreams(new Map())
  const stream = open(ALICE)
  notify(BOB)
  stream.destroy()
  await once(stream, 'close')
  notify(ALICE)
  expect(asked).toEqual([ALICE])
})

it('an event with an id is sent once, and to the others when one leaves', async () => {
  const scores = new Map([[ALICE, toScore(1)]])
  const { streams, open, asked, notify } = createScoreStreams(scores)
  const [gone, stays] = [open(ALICE), open(ALICE)]
  gone.destroy()
  await once(gone, 'close')
  await expect.poll(() => stays.readableLength).toBe(NEWS.length)
  const before = asked.length
  notify(ALICE)
  await expect.poll(() => asked.length).toBeGreaterThan(before)
  streams.close()
  expect(await text(stays)).toBe(NEWS)
})

it('a client that does not read is disconnected', async () => {
  const long = 'x'.repeat(300_000)
  const scores = new Map([[ALICE, toScore(1, long)]])
  const { open, notify } = createScoreStreams(scores)
  const stream = open(ALICE)
  const closed = once(stream, 'close')
  await expect.poll(() => stream.readableLength).toBeGreaterThan(0)
  for (const id of [2, 3]) {
    scores.set(ALICE, toScore(id, long))
    notify(ALICE)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await closed
})

it('what was read before a change is sent before what was read since, and a failure ends nothing', async () => {
  const reads: { subject: string; answer: (data: string) => void; fail: (e: Error) => void }[] = []
  const { open, notify, errors } = createTestStreams({
    topics: ['proposals'],
    channel: 'governance_changed',
    isInOrder: true,
    load: (subject) =>
      new Promise((resolve, reject) => {
        const answer = (data: string) => resolve([{ event: 'proposal', data }])
        reads.push({ subject, answer, fail: reject })
      }),
  })
  const sent: string[] = []
  open(null).on('data', (chunk: Buffer) => void sent.push(chunk.toString()))
  for (const subject of [ALICE, '7', '8']) notify(subject)
  await expect.poll(() => reads.length).toBe(1)
  reads[0]?.answer('old\nlines')
  await expect.poll(() => reads.length).toBe(2)
  reads[1]?.fail(new Error('no database'))
  await expect.poll(() => reads.map(({ subject }) => subject)).toEqual([ALICE, '7', '8'])
  reads[2]?.answer('new')
  await expect
    .poll(() => sent.join(''))
    .toMatch(/"old\\nlines"\n\nevent: proposal\ndata: "new"\n\n$/)
  expect(errors).toMatchObject([{ message: 'no database' }])
})

it('the changes during a read cause one more, and other addresses are read at the same time', async () => {
  const gate = Promise.withResolvers<void>()
  const asked: string[] = []
  const { open, notify } = createTestStreams({
    topics: ['wallets'],
    channel: 'score_changed',
    load: async (subject) => {
      asked.push(subject)
      await gate.promise
      return []
    },
  })
  open(null)
  for (const subject of [ALICE, ALICE, BOB, ALICE]) notify(subject)
  expect(asked).toEqual([ALICE, BOB])
  gate.resolve()
  await expect.poll(() => asked).toEqual([ALICE, BOB, ALICE])
})

it('each topic of a client counts, until its stream is closed', async () => {
  const source: EventSource = {
    topics: ['wallets'],
    channel: 'score_changed',
    load: async () => [],
  }
  const { open, limiter, streams } = createTestStreams(source, { streams: 2, streamsPerClient: 1 })
  const first = open(null)
  expect(() => open(null)).toThrow('Too many event streams are open')
  open(null, 'bob')
  expect(() => open(null, 'carol')).toThrow('Too many event streams are open')
  first.destroy()
  await once(first, 'close')
  // One without topics counts too.
  streams.open({ client: 'carol', afterId: 0, topics: [] })
  expect(limiter.countOpen()).toBe(2)
})
