import { FatalError, RetryableError } from '@app/values/errors.ts'
import { expect, it } from 'vitest'
import { drainPatiently } from './drain-patiently.ts'

/** A server whose first drains fail. */
function createServer(failures: Error[]) {
  let drains = 0
  const drain = async () => {
    const failure = failures[drains++]
    if (failure !== undefined) throw failure
  }
  return { drain, countDrains: () => drains }
}

it('works again after failures that a retry may resolve', async () => {
  const server = createServer([new RetryableError('busy'), new RetryableError('busy')])
  await drainPatiently(server)
  expect(server.countDrains()).toBe(3)
})

it('throws what no retry resolves, and what does not end', async () => {
  await expect(drainPatiently(createServer([new FatalError('gone')]))).rejects.toThrow('gone')
  const failures = Array.from({ length: 50 }, () => new RetryableError('busy'))
  await expect(drainPatiently(createServer(failures))).rejects.toThrow('busy')
})
