import { describe, expect, it } from 'vitest'
import { formatEvent, parseLastEventId } from './sse.ts'

describe('a server-sent event', () => {
  it('is an id, a name and one line of data', () => {
    const text = formatEvent({ id: 3, event: 'score', data: { text: 'two\nlines' } })
    expect(text).toBe('id: 3\nevent: score\ndata: {"text":"two\\nlines"}\n\n')
  })

  it.each([
    ['17', 17],
    [undefined, 0],
    ['', 0],
    ['-1', 0],
    ['1e9', 0],
    ['9'.repeat(30), 0],
    [['1', '2'], 0],
  ])('reads the number of the last event from %j', (header, number) => {
    expect(parseLastEventId(header)).toBe(number)
  })
})
