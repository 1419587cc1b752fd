import type { RawTable } from './raw-tables.ts'

/** Size of the chunks that are sent. */
const CHUNK_BYTES = 64 * 1024

/** Bytes that no value but a text exceeds, with its length. */
const MAX_VALUE_BYTES = 32
/** Bytes of a character of JavaScript in UTF-8, at most. */
const MAX_CHARACTER_BYTES = 3

/** Signature, flags and length of the header extension. Source: PostgreSQL, COPY, "Binary Format". */
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const TRAILER = Buffer.from([0xff, 0xff])

/** Writes one value that is not null at an offset; returns the offset after it. */
type Encode = (buffer: Buffer, value: never, offset: number) => number

/**
 * Encodes rows in the binary format of COPY, in the order of the table's columns. Throws `TypeError` for a type
 * without an encoding.
 */
export function* encodeCopyRows<Row>(
  { columns }: RawTable<Row>,
  rows: readonly Row[],
): Generator<Buffer> {
  const fields = (Object.keys(columns) as (keyof Row)[]).map((name) => ({
    name,
    encode: findEncoding(columns[name]),
  }))
  let buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  let offset = HEADER.copy(buffer)
  for (const row of rows) {
    // A contract chooses how long the identifiers of its types are.
    const needed = boundSize(Object.values(row as object)) + TRAILER.length
    if (offset + needed > buffer.length) {
      yield buffer.subarray(0, offset)
      buffer = Buffer.allocUnsafe(Math.max(CHUNK_BYTES, needed))
      offset = 0
    }
    offset = buffer.writeInt16BE(fields.length, offset)
    for (const { name, encode } of fields) {
      const value = row[name]
      offset =
        value === null ? buffer.writeInt32BE(-1, offset) : encode(buffer, value as never, offset)
    }
  }
  offset += TRAILER.copy(buffer, offset)
  yield buffer.subarray(0, offset)
}

/** Returns a number of bytes that the encoded row does not exceed. */
function boundSize(values: readonly unknown[]): number {
  let size = 0
  for (const value of values)
    size += MAX_VALUE_BYTES + (typeof value === 'string' ? value.length * MAX_CHARACTER_BYTES : 0)
  return size + MAX_VALUE_BYTES
}

function findEncoding(type: string): Encode {
  const encode = ENCODINGS[type]
  if (encode === undefined) throw new TypeError(`the type ${type} has no binary encoding`)
  return encode
}

const ENCODINGS: Readonly<Record<string, Encode>> = {
  text: encodeText,
  bigint: encodeBigint,
  integer: encodeInteger,
  boolean: encodeBoolean,
  numeric: encodeNumeric,
}

function encodeText(buffer: Buffer, value: string, offset: number): number {
  const length = buffer.write(value, offset + 4, 'utf8')
  buffer.writeInt32BE(length, offset)
  return offset + 4 + length
}

function encodeBigint(buffer: Buffer, value: number, offset: number): number {
  buffer.writeInt32BE(8, offset)
  buffer.writeInt32BE(Math.floor(value / 2 ** 32), offset + 4)
  return buffer.writeUInt32BE(value % 2 ** 32, offset + 8)
}

function encodeInteger(buffer: Buffer, value: number, offset: number): number {
  buffer.writeInt32BE(4, offset)
  return buffer.writeInt32BE(value, offset + 4)
}

function encodeBoolean(buffer: Buffer, value: boolean, offset: number): number {
  buffer.writeInt32BE(1, offset)
  return buffer.writeUInt8(value ? 1 : 0, offset + 4)
}

/** Encodes a whole number that is not negative, in digits to the base 10,000. */
function encodeNumeric(buffer: Buffer, value: bigint, offset: number): number {
  const digits = toDigits(value)
  let at = buffer.writeInt32BE(8 + 2 * digits.length, offset)
  at = buffer.writeInt16BE(digits.length, at)
  at = buffer.writeInt16BE(digits.length - 1, at)
  at = buffer.writeInt32BE(0, at)
  for (const digit of digits) at = buffer.writeInt16BE(digit, at)
  return at
}

function toDigits(value: bigint): number[] {
  const digits: number[] = []
  let rest = value
  while (rest > 0n) {
    if (rest <= Number.MAX_SAFE_INTEGER) return [...toSmallDigits(Number(rest)), ...digits]
    digits.unshift(Number(rest % 10_000n))
    rest /= 10_000n
  }
  return digits
}

function toSmallDigits(value: number): number[] {
  const digits: number[] = []
  for (let rest = value; rest > 0; rest = Math.floor(rest / 10_000)) digits.unshift(rest % 10_000)
  return digits
}
