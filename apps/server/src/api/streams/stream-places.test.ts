import { describe, expect, it } from 'vitest'
import { createStreamPlaces } from './stream-places.ts'

describe('places for streams', () => {
  it('are limited for each visitor', () => {
    const places = createStreamPlaces({ streams: 10, streamsPerVisitor: 1 })
    places.take('alice')
    expect(() => places.take('alice')).toThrow('Too many event streams are open')
    places.take('bob')
    expect(places.taken()).toBe(2)
  })

  it('are limited for everybody together', () => {
    const places = createStreamPlaces({ streams: 2, streamsPerVisitor: 2 })
    places.take('alice')
    places.take('bob')
    expect(() => places.take('carol')).toThrow('Too many event streams are open')
  })

  it('can be given back and taken again', () => {
    const places = createStreamPlaces({ streams: 1, streamsPerVisitor: 1 })
    places.take('alice')()
    expect(places.taken()).toBe(0)
    places.take('alice')
    expect(places.taken()).toBe(1)
  })
})
