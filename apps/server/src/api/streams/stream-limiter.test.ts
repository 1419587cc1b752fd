import { describe, expect, it } from 'vitest'
import { createStreamLimiter } from './stream-limiter.ts'

describe('places for streams', () => {
  it('are limited for each visitor', () => {
    const limiter = createStreamLimiter({ streams: 10, streamsPerClient: 1 })
    limiter.acquire('alice')
    expect(() => limiter.acquire('alice')).toThrow('Too many event streams are open')
    limiter.acquire('bob')
    expect(limiter.countOpen()).toBe(2)
  })

  it('are limited for everybody together', () => {
    const limiter = createStreamLimiter({ streams: 2, streamsPerClient: 2 })
    limiter.acquire('alice')
    limiter.acquire('bob')
    expect(() => limiter.acquire('carol')).toThrow('Too many event streams are open')
  })

  it('can be given back and taken again', () => {
    const limiter = createStreamLimiter({ streams: 1, streamsPerClient: 1 })
    limiter.acquire('alice')()
    expect(limiter.countOpen()).toBe(0)
    limiter.acquire('alice')
    expect(limiter.countOpen()).toBe(1)
  })
})
