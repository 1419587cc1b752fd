/** One message of PostgreSQL's wire protocol. */
export interface Frame {
  /** Its letter, such as Q or Z; '' for the first message of a client, which has none. */
  type: string
  /** The complete message. */
  bytes: Buffer
  body: Buffer
}

/**
 * Splits a byte stream into messages: a letter, the length (with itself, without the letter) as 32 bits, the body. The
 * first message of a client has no letter.
 */
export function createFrameReader({ isClient }: { isClient: boolean }): (chunk: Buffer) => Frame[] {
  let rest: Buffer = Buffer.alloc(0)
  let isFirst = isClient
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    const frames: Frame[] = []
    for (let frame = takeFrame(rest, isFirst); frame !== null; frame = takeFrame(rest, false)) {
      frames.push(frame)
      rest = rest.subarray(frame.bytes.length)
      isFirst = false
    }
    return frames
  }
}

/** Returns the first message; `null` when it is not complete. */
function takeFrame(bytes: Buffer, isFirst: boolean): Frame | null {
  const head = isFirst ? 0 : 1
  if (bytes.length < head + 4) return null
  const size = head + bytes.readInt32BE(head)
  if (bytes.length < size) return null
  const type = isFirst ? '' : String.fromCharCode(bytes[0] ?? 0)
  return { type, bytes: bytes.subarray(0, size), body: bytes.subarray(head + 4, size) }
}

/** Returns the statement of a Query or Parse message; `null` of another. */
export function readSqlStatement({ type, body }: Frame): string | null {
  if (type === 'Q') return readText(body, 0)
  return type === 'P' ? readText(body, body.indexOf(0) + 1) : null
}

const readText = (body: Buffer, from: number): string =>
  body.toString('utf8', from, body.indexOf(0, from)).replace(/\s+/g, ' ').trim()

/** Builds an ErrorResponse. */
export function buildErrorFrame(sqlState: string, message: string): Buffer {
  const fields = ['SERROR', 'VERROR', `C${sqlState}`, `M${message}`].map((field) => `${field}\0`)
  return buildFrame('E', Buffer.from(`${fields.join('')}\0`, 'utf8'))
}

/** Builds a ReadyForQuery with the state of the transaction: I, T or E. */
export function buildReadyFrame(state: 'I' | 'T' | 'E'): Buffer {
  return buildFrame('Z', Buffer.from(state, 'latin1'))
}

function buildFrame(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type, 'latin1')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
