import { expect, it } from 'vitest'
import { createProposalStreams } from './proposal-streams.ts'
import { createStreamLimiter } from './stream-limiter.ts'

/** Streams whose reads answer when the test says so, with what the test says. */
function openStreams() {
  const reads: { subject: string; answer: (text: string) => void; fail: (error: Error) => void }[] =
    []
  const errors: unknown[] = []
  let notify: (subject: string) => void = () => {}
  const streams = createProposalStreams({
    readEvents: (subject) =>
      new Promise((resolve, reject) => {
        reads.push({ subject, answer: (text) => resolve([text]), fail: reject })
      }),
    notifications: {
      on: (_, handler) => {
        notify = handler
        return () => {}
      },
    },
    limiter: createStreamLimiter({ streams: 1, streamsPerClient: 1 }),
    onError: (error) => void errors.push(error),
  })
  const sent: string[] = []
  streams.open('client').on('data', (chunk: Buffer) => void sent.push(chunk.toString()))
  return { streams, reads, errors, sent, notify: (subject: string) => notify(subject) }
}

it('sends what was read before a change before what was read since', async () => {
  const { streams, reads, sent, notify } = openStreams()
  notify('0x179b6b1cb6755e31')
  notify('7')
  await expect.poll(() => reads.length).toBe(1)
  reads[0]?.answer('old')
  await expect.poll(() => reads.map(({ subject }) => subject)).toEqual(['0x179b6b1cb6755e31', '7'])
  reads[1]?.answer('new')
  await expect.poll(() => sent.join('')).toMatch(/oldnew$/)
  streams.close()
})

it('goes on with the next subject when one cannot be read', async () => {
  const { streams, reads, errors, sent, notify } = openStreams()
  notify('1')
  notify('2')
  await expect.poll(() => reads.length).toBe(1)
  reads[0]?.fail(new Error('no database'))
  await expect.poll(() => reads.length).toBe(2)
  reads[1]?.answer('two')
  await expect.poll(() => sent.join('')).toMatch(/two$/)
  expect(errors).toMatchObject([{ message: 'no database' }])
  streams.close()
})
