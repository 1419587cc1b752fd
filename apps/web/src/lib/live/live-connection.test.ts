import { expect, test } from 'vitest'
import { buildStreamPath } from './live-connection.ts'

test.each([
  [[], undefined],
  [[null], '/v1/stream'],
  [[null, 'score:0x1', 'alerts:0x1'], '/v1/stream?topics=alerts:0x1,score:0x1'],
  [['alerts:0x1', 'score:0x1', null], '/v1/stream?topics=alerts:0x1,score:0x1'],
  [['proposals', 'proposals'], '/v1/stream?topics=proposals'],
])('the topics %j need the stream %s', (topics, path) => {
  const subscriptions = topics.map((topic) => ({ topic, onEvent: () => {}, onOpen: () => {} }))
  expect(buildStreamPath(subscriptions)).toBe(path)
})
