interface Reader {
  /** Skips white space, and reads the token; `false` when another one follows. */
  read(token: RegExp | string): boolean
  readString(): boolean
  at: number
}

/**
 * Finds where a text stops being JSON (RFC 8259), and what is missing there: 'expected a value at line 1, column 6', both
 * from 1; `null` when it is JSON. The engine names the place of some errors only.
 */
export function findJsonError(text: string): string | null {
  const reader = createReader(text)
  const expected = findExpected(reader)
  if (expected === null) return null
  const lines = text.slice(0, reader.at).split('\n')
  return `expected ${expected} at line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`
}

function createReader(text: string): Reader {
  const match = (token: RegExp, at: number) => {
    token.lastIndex = at
    return token.exec(text)?.[0].length ?? null
  }
  const reader: Reader = {
    at: 0,
    read: (token) => {
      reader.at += match(SPACE, reader.at) ?? 0
      const isThere = typeof token === 'string' && text.startsWith(token, reader.at)
      const length = typeof token === 'string' ? token.length : match(token, reader.at)
      if (length === null || (typeof token === 'string' && !isThere)) return false
      reader.at += length
      return true
    },
    readString: () => {
      if (!reader.read('"')) return false
      let end = reader.at
      for (let length = 1; length > 0; end += length) length = match(PIECE, end) ?? 0
      const isClosed = text[end] === '"'
      reader.at = isClosed ? end + 1 : reader.at - 1
      return isClosed
    },
  }
  return reader
}

/** White space, and the tokens of RFC 8259. */
const SPACE = /[ \t\n\r]*/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const CHARACTERS = String.raw`[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})`
/** A part of a string: one expression for all of a long one overflows the stack. */
const PIECE = new RegExp(CHARACTERS, 'y')

const MORE = 'more'

/** Reads without recursion: `open` has the ends of the lists and objects around the place. */
function findExpected(reader: Reader): string | null {
  const open: string[] = []
  for (;;) {
    const value = readValue(reader, open)
    if (value === MORE) continue
    const end = value ?? readEnds(reader, open)
    if (end === MORE) continue
    return end ?? (reader.read(/$/y) ? null : 'the end of the text')
  }
}

/** Returns what is expected instead of a value, or `MORE` where the first value of a list or an object follows. */
function readValue(reader: Reader, open: string[]): string | null {
  if (reader.read('[')) {
    if (reader.read(']')) return null
    open.push(']')
    return MORE
  }
  if (reader.read('{')) {
    if (reader.read('}')) return null
    open.push('}')
    return readName(reader)
  }
  return reader.readString() || reader.read(SCALAR) ? null : 'a value'
}

/** Reads the ends of lists and objects behind a value. Returns what is expected, or `MORE` where another value follows. */
function readEnds(reader: Reader, open: string[]): string | null {
  for (let end = open.at(-1); end !== undefined; end = open.at(-1)) {
    if (reader.read(',')) return end === '}' ? readName(reader) : MORE
    if (!reader.read(end)) return `',' or '${end}'`
    open.pop()
  }
  return null
}

function readName(reader: Reader): string {
  if (!reader.readString()) return 'a name in double quotes'
  return reader.read(':') ? MORE : "':'"
}
