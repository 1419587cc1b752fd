import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { finishGzip, readGzipStart, startGzip } from './gzip-start.ts'

const text = fc.string({ unit: 'binary', maxLength: 5_000 }).map((one) => one.toWellFormed())

it('a gzip member is the start and the rest', () => {
  fc.assert(
    fc.property(text, text, (first, rest) => {
      const start = startGzip(first)
      expect(readGzipStart(start)).toBe(first)
      expect(gunzipSync(finishGzip(start, rest)).toString()).toBe(first + rest)
    }),
  )
})

it('a member whose start is damaged is refused by its reader', () => {
  const start = startGzip('{"data":{"score":12')
  start.writeUInt8(start.readUInt8(0) ^ 1, 0)
  expect(() => gunzipSync(finishGzip(start, '}}'))).toThrow('incorrect data check')
})

it('a rest that does not fit into one block is refused', () => {
  expect(() => finishGzip(startGzip(''), 'x'.repeat(65_536))).toThrow('65536 bytes are too many')
})
