import { describe, expect, it } from 'vitest'
import { createStreamLimiter } from './stream-limiter.ts'

describe('the stream limiter', () => {
  it('limits each client', () => {
    const limiter = createStreamLimiter({ streams: 10, streamsPerClient: 1 })
    limiter.acquire('alice')
    expect(() => limiter.acquire('alice')).toThrow('Too many event streams are open')
    limiter.acquire('bob')
    expect(limiter.countOpen()).toBe(2)
  })

  it('limits the total', () => {
    const limiter = createStreamLimiter({ streams: 2, streamsPerClient: 2 })
    limiter.acquire('alice')
    limiter.acquire('bob')
    expect(() => limiter.acquire('carol')).toThrow('Too many event streams are open')
  })

  it('reuses released places', () => {
    const limiter = createStreamLimiter({ streams: 1, streamsPerClient: 1 })
    limiter.acquire('alice')()
    expect(limiter.countOpen()).toBe(0)
    limiter.acquire('alice')
    expect(limiter.countOpen()).toBe(1)
  })
})
