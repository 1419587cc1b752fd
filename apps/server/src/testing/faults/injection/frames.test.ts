import { describe, expect, it } from 'vitest'
import { buildErrorFrame, buildReadyFrame, createFrameReader, readSqlStatement } from './frames.ts'

const buildQuery = (sql: string): Buffer => {
  const body = Buffer.from(`${sql}\0`)
  const head = Buffer.alloc(5)
  head.write('Q')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

describe('messages of the wire protocol', () => {
  it('are found whatever pieces they arrive in', () => {
    const bytes = Buffer.concat([buildQuery('begin'), buildQuery('commit'), buildReadyFrame('I')])
    for (const size of [1, 3, 7, bytes.length]) {
      const read = createFrameReader({ isClient: false })
      const frames = []
      for (let from = 0; from < bytes.length; from += size)
        frames.push(...read(bytes.subarray(from, from + size)))
      expect(frames.map(({ type }) => type).join('')).toBe('QQZ')
      expect(frames.map(readSqlStatement)).toEqual(['begin', 'commit', null])
    }
  })

  it('of a client begin with one that has no letter', () => {
    const startup = Buffer.from([0, 0, 0, 8, 0, 3, 0, 0])
    const read = createFrameReader({ isClient: true })
    const frames = read(Buffer.concat([startup, buildQuery('select  1')]))
    expect(frames.map(({ type }) => type)).toEqual(['', 'Q'])
    expect(readSqlStatement(frames[1]!)).toBe('select 1')
  })

  it('of an error name its code', () => {
    const [frame] = createFrameReader({ isClient: false })(buildErrorFrame('53100', 'disk full'))
    expect(frame?.type).toBe('E')
    expect(frame?.body.toString()).toContain('C53100\0Mdisk full\0')
  })
})
