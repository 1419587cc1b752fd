import { expect, it } from 'vitest'
import type { NotificationChannel } from '../../db/notifications.ts'
import { toTestAddress } from '../../testing/ledger.ts'
import { createScoreResponses } from './score-response-cache.ts'

const [ALICE, BOB] = [toTestAddress(1), toTestAddress(2)]
const OUTAGE = { sinceMs: 0, message: 'The node does not answer.' }

/** A cache whose responses are numbered in the order in which they were read. */
function createScene() {
  const handlers = new Map<string, (subject: string) => void>()
  const scene = {
    nowMs: 1,
    connection: {} as object | null,
    outage: null as typeof OUTAGE | null,
    isOfTables: true,
    /** What reading waits for. */
    reading: Promise.resolve(),
    notify: (channel: NotificationChannel, subject: string) => handlers.get(channel)?.(subject),
  }
  let count = 0
  const on = (channel: string, handler: (subject: string) => void) => {
    handlers.set(channel, handler)
    return () => handlers.delete(channel)
  }
  const cache = createScoreResponses(
    { on, connection: () => scene.connection },
    { state: () => ({ height: 1, outage: scene.outage, lastCallMs: null }) },
    async () => {
      count += 1
      const tag = String(count)
      await scene.reading
      return { body: Buffer.from(tag), tag, isOfTables: scene.isOfTables }
    },
    { now: () => scene.nowMs },
  )
  const read = async (address = ALICE) => Number((await cache.read(address, 'gzip'))?.tag)
  return Object.assign(scene, { cache, read, handlers })
}

it('a response is read once for all who ask at the same time and after', async () => {
  const { cache, read } = createScene()
  expect(cache.peek(ALICE, 'gzip')).toBeNull()
  expect(await Promise.all([read(), read(), read(BOB)])).toEqual([1, 1, 2])
  expect(cache.peek(ALICE, 'gzip')?.tag).toBe('1')
  expect(await read()).toBe(1)
  expect((await cache.read(ALICE, 'identity'))?.tag).toBe('3')
})

it.each<[string, (scene: ReturnType<typeof createScene>) => void, number[]]>([
  ['a new score of the account', (scene) => scene.notify('score_changed', ALICE), [3, 2]],
  ['a report on the other account', (scene) => scene.notify('reports_changed', BOB), [1, 3]],
  ['a changed proposal', (scene) => scene.notify('governance_changed', '7'), [3, 4]],
  ['a label', (scene) => scene.notify('labels_changed', '7'), [3, 4]],
  ['a block', (scene) => scene.notify('chain_advanced', ''), [3, 4]],
  ['what a client has written', (scene) => scene.cache.drop(ALICE), [3, 2]],
  ['almost a second', (scene) => Object.assign(scene, { nowMs: 1_000 }), [1, 2]],
  ['a second', (scene) => Object.assign(scene, { nowMs: 1_002 }), [3, 4]],
  [
    'a break of the connection that listens',
    (scene) => Object.assign(scene, { connection: {} }),
    [3, 4],
  ],
])('%s drops what it may have changed', async (_, happen, expected) => {
  const scene = createScene()
  await Promise.all([scene.read(), scene.read(BOB)])
  happen(scene)
  expect(scene.cache.peek(ALICE, 'gzip')?.tag ?? '3').toBe(String(expected[0]))
  expect([await scene.read(), await scene.read(BOB)]).toEqual(expected)
})

it.each([
  ['notifications are missed', { connection: null }],
  ['the node does not answer', { outage: OUTAGE }],
  ['responses rest on what the node was asked', { isOfTables: false }],
])('nothing is taken from memory while %s', async (_, state) => {
  const scene = Object.assign(createScene(), state)
  expect([await scene.read(), await scene.read()]).toEqual([1, 2])
  expect(scene.cache.peek(ALICE, 'gzip')).toBeNull()
})

it('what changes while a response is read is in that of whoever asks afterwards, and only that is kept', async () => {
  const scene = createScene()
  const { promise, resolve } = Promise.withResolvers<void>()
  scene.reading = promise
  const early = scene.read()
  scene.notify('score_changed', ALICE)
  const late = scene.read()
  resolve()
  expect(await Promise.all([early, late, scene.read()])).toEqual([1, 2, 2])
  expect(await scene.read()).toBe(2)
})

it('a failure is not kept', async () => {
  const scene = createScene()
  scene.reading = Promise.reject(new Error('The database does not answer.'))
  await expect(scene.read()).rejects.toThrow('does not answer')
  scene.reading = Promise.resolve()
  expect(await scene.read()).toBe(2)
})

it('hears nothing after it is closed', () => {
  const { cache, handlers } = createScene()
  expect(handlers.size).toBeGreaterThan(0)
  cache.close()
  expect(handlers.size).toBe(0)
})
