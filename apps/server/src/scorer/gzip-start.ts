import { constants, crc32, deflateRawSync, inflateRawSync } from 'node:zlib'

/**
 * A text that is compressed as the beginning of a gzip member (RFC 1952): more text can be added without
 * decompressing it. It has the CRC-32 of the text and its length in bytes (4 bytes each, as gzip has them), and then
 * its DEFLATE blocks (RFC 1951) without a final one, up to the boundary of a byte.
 *
 * Why not `gzipSync`: to finish a response of 17 kB takes 3 µs of processor time, to decompress and compress it again
 * 230 µs (115 µs at level 1), measured on 26 November 2026; the API then answers 30 % fewer scores a second.
 */
export type GzipStart = Buffer

const CHECK_BYTES = 8
const FLUSHED = { finishFlush: constants.Z_SYNC_FLUSH }

/** Compresses the beginning of a text: 10 kB take 45 µs, and reading them 20 µs. */
export function startGzip(text: string): GzipStart {
  const bytes = Buffer.from(text)
  return Buffer.concat([buildChecks(crc32(bytes), bytes.length), deflateRawSync(bytes, FLUSHED)])
}

/** Returns the text of a start. Throws when its blocks are damaged. */
export const readGzipStart = (start: GzipStart): string =>
  inflateRawSync(start.subarray(CHECK_BYTES), FLUSHED).toString()

/** Magic number, DEFLATE, no flags, no time, unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
const FINAL_STORED_BLOCK = 1
const MAX_STORED_BYTES = 0xffff

/** Returns the whole member: the text of the start, and `rest`, which is not compressed. Throws above 65,535 bytes. */
export function finishGzip(start: GzipStart, rest: string): Buffer {
  const bytes = Buffer.from(rest)
  if (bytes.length > MAX_STORED_BYTES) {
    throw new RangeError(`${bytes.length} bytes are too many for one stored block.`)
  }
  const block = Buffer.allocUnsafe(5)
  block.writeUInt8(FINAL_STORED_BLOCK)
  block.writeUInt16LE(bytes.length, 1)
  block.writeUInt16LE(bytes.length ^ MAX_STORED_BYTES, 3)
  const crc = crc32(bytes, start.readUInt32LE())
  const checks = buildChecks(crc, start.readUInt32LE(4) + bytes.length)
  return Buffer.concat([HEADER, start.subarray(CHECK_BYTES), block, bytes, checks])
}

function buildChecks(crc: number, length: number): Buffer {
  const checks = Buffer.allocUnsafe(CHECK_BYTES)
  checks.writeUInt32LE(crc)
  checks.writeUInt32LE(length, 4)
  return checks
}
