import { openEventStream } from '@app/server/api/testing/open-event-stream.ts'
import { expect, test } from 'vitest'
import { connectToWorld } from '../../testing/connect-to-world.ts'

const { people, urls, fetchScore } = connectToWorld()

test('a payment made now reaches the open score streams of both sides', async () => {
  const { bob, cafe } = people
  await Promise.all([fetchScore(bob), fetchScore(cafe)])
  const streams = await Promise.all([bob, cafe].map(({ address }) => openStream(address)))
  const before = await Promise.all(streams.map((stream) => stream.events(1)))
  await bob.pay(cafe, '4.20')
  const after = await Promise.all(streams.map((stream) => stream.events(2)))
  for (const [index, events] of after.entries()) {
    const [known] = before[index] ?? []
    const latest = events.at(-1)
    expect(readDataPoints(latest)).toBe((readDataPoints(known) ?? 0) + 1)
  }
  for (const stream of streams) stream.disconnect()
})

const openStream = (address: string) =>
  openEventStream(`${urls.api}/v1/stream?topics=score:${address}`, {})
const readDataPoints = (
  event: { data: { data: { metadata: { dataPoints: number } } } } | undefined,
) => event?.data.data.metadata.dataPoints
