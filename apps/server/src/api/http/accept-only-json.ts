import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiFailure } from '../api-failure.ts'

interface JsonError {
  /** From 1. */
  line: number
  column: number
  expected: string
}

/** Reads a text token by token. */
interface Reader {
  /** Skips white space, and reads the token; `false` when another one follows. */
  read(token: RegExp | string): boolean
  at: number
}

/**
 * Accepts only JSON bodies. An empty body counts as no body whatever its content type, because
 * browsers and clients send that header with every request.
 */
export function acceptOnlyJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (request: FastifyRequest, body: string, done) => {
      if (body.trim() === '') done(null, undefined)
      else {
        void parseJson(request, body, (error, value) => {
          if (error === null) done(null, value)
          else done(new ApiFailure('invalid_json', { message: describeJsonError(body) }))
        })
      }
    },
  )
}

/** Returns where a body stops to be JSON and what is missing there, or which field of it is forbidden. */
function describeJsonError(body: string): string {
  const error = findJsonError(body)
  if (error === null) {
    return "The body has a field '__proto__', or 'constructor' with a 'prototype', which no call takes. Leave it out."
  }
  const { line, column, expected } = error
  return `The body is not valid JSON: expected ${expected} at line ${line}, column ${column}.`
}

/**
 * Finds where a text stops to be JSON (RFC 8259), and what is expected there; `null` when it is JSON. The engine names
 * the place of some errors only.
 */
export function findJsonError(text: string): JsonError | null {
  const reader = createReader(text)
  const expected = findExpected(reader)
  if (expected === null) return null
  const lines = text.slice(0, reader.at).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, expected }
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
  }
  return reader
}

/** White space, and the tokens of RFC 8259. */
const SPACE = /[ \t\n\r]*/y
const STRING = String.raw`"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"`
const NAME = new RegExp(STRING, 'y')
const SCALAR = new RegExp(
  String.raw`${STRING}|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+\-]?\d+)?|true|false|null`,
  'y',
)

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
  return reader.read(SCALAR) ? null : 'a value'
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
  if (!reader.read(NAME)) return 'a name in double quotes'
  return reader.read(':') ? MORE : "':'"
}
