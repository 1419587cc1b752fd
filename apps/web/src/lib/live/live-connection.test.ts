import { toAddress } from '@app/values/address.ts'
import { expect, test } from 'vitest'
import { type LiveSubscription, planStreams } from './live-connection.ts'

const [ALICE, BOB] = [toAddress('0x179b6b1cb6755e31'), toAddress('0xf3fcd2c1a78f5eee')]

const subscribe = (
  topics: LiveSubscription['topics'],
  address: LiveSubscription['address'] = null,
): LiveSubscription => ({ topics, address, onEvent: () => {}, onOpen: () => {} })

const listPaths = (subscriptions: readonly LiveSubscription[]) =>
  planStreams(subscriptions).map(({ path }) => path)

test('nothing needs no stream, and a part without topics the state alone', () => {
  expect(listPaths([])).toEqual([])
  expect(listPaths([subscribe([])])).toEqual(['/v1/stream'])
})

test('the parts of a page share one stream, in whatever order they came', () => {
  const [all, score, alerts] = [
    subscribe([]),
    subscribe(['score'], ALICE),
    subscribe(['alerts'], ALICE),
  ]
  const path = `/v1/stream?topics=alerts:${ALICE},score:${ALICE}`
  expect(listPaths([all, score, alerts])).toEqual([path])
  expect(listPaths([alerts, score, all])).toEqual([path])
})

test('a topic that two parts follow is asked for once', () => {
  expect(listPaths([subscribe(['proposals']), subscribe(['proposals'])])).toEqual([
    '/v1/stream?topics=proposals',
  ])
})

test('two accounts need two streams, each with its own parts', () => {
  const [all, alice, bob] = [
    subscribe(['proposals']),
    subscribe(['score'], ALICE),
    subscribe(['score'], BOB),
  ]
  expect(planStreams([all, alice, bob])).toEqual([
    { path: `/v1/stream?topics=proposals,score:${ALICE}`, subscriptions: [all, alice] },
    { path: `/v1/stream?topics=score:${BOB}`, subscriptions: [bob] },
  ])
})
