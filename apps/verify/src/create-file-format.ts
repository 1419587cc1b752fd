import { readFile, stat } from 'node:fs/promises'
import { formatSchemaError } from '@app/api/schemas/format-schema-error.ts'
import { FatalError } from '@app/values/errors.ts'
import { findEncodingProblem } from '@app/values/find-encoding-problem.ts'
import { findJsonError } from '@app/values/find-json-error.ts'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { findFirstDifference } from './check.ts'

/** A format of files, which are checked against its schema before anything else. */
export interface FileFormat<T> {
  /** Parses a value. Throws `FatalError` with the first invalid field. */
  parse(source: string, value: unknown): T
  /** Reads a file, or a response of the API. Throws `FatalError` with the reason when it is invalid. */
  read(path: string): Promise<T>
}

/** Larger than any honest file, and small enough to be parsed in memory. */
const MAX_MEGABYTES = 100

/** More levels than any file has; without a limit, deeply nested lists overflow the stack. */
const MAX_DEPTH = 32

/** Creates a format; `name` is its name in errors, such as 'an evidence file'. */
export function createFileFormat<T extends TSchema>(
  schema: T,
  name: string,
): FileFormat<Static<T>> {
  const checker = Compile(schema)
  const findUnknownField = (value: unknown): string | null => {
    const difference = findFirstDifference('', checker.Clean(structuredClone(value)), value)
    return difference === null ? null : `${difference.path} is unknown`
  }
  const findProblem = (value: unknown): string | null => {
    if (isDeeperThan(value, MAX_DEPTH)) return 'it is nested too deeply'
    return checker.Check(value) ? findUnknownField(value) : formatSchemaError(checker.Errors(value))
  }
  const parse = (source: string, value: unknown): Static<T> => {
    const problem = findProblem(value)
    if (problem === null) return value as Static<T>
    throw new FatalError(`${source} is not ${name} that this version can read: ${problem}.`)
  }
  return {
    parse,
    read: async (path) => {
      const text = await readText(path, name)
      const content = parseJson(path, text)
      rejectRepeatedFields(path, text, name)
      return parse(path, takeData(content))
    },
  }
}

/** Takes the data out of a response of the API. */
function takeData(content: unknown): unknown {
  const isResponse =
    typeof content === 'object' && content !== null && 'data' in content && !('format' in content)
  return isResponse ? content.data : content
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inside) => isDeeperThan(inside, levels - 1))
}

function rejectRepeatedFields(path: string, text: string, name: string): void {
  const repeated = findRepeatedField(text)
  if (repeated === null) return
  throw new FatalError(`${path} is not ${name}: it has the field '${repeated}' twice.`)
}

async function readText(path: string, name: string): Promise<string> {
  const megabytes = (await readSize(path)) / 1e6
  if (megabytes > MAX_MEGABYTES) {
    throw new FatalError(
      `${path} is not ${name}: it has ${Math.ceil(megabytes)} MB, more than ${MAX_MEGABYTES} MB.`,
    )
  }
  const bytes = await readFile(path).catch((cause) => {
    throw new FatalError(`${path} cannot be read.`, { cause })
  })
  const found = findEncodingProblem(bytes)
  if (found === null) return bytes.toString('utf8')
  throw new FatalError(`${path} is not ${name}: line ${found.line} ${found.problem}.`)
}

async function readSize(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (cause) {
    throw new FatalError(`${path} cannot be read.`, { cause })
  }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new FatalError(`${path} is not JSON: ${findJsonError(text)}.`, { cause })
  }
}

/** Strings, field names with their colon, and the braces of objects. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}]/g

/**
 * Returns the first field that an object of a valid JSON text has twice; `null` when there is none. Parsers
 * drop one of the two values, so a reader of the text may see another value than the parser.
 */
export function findRepeatedField(json: string): string | null {
  const open: Set<string>[] = []
  for (const [token, colon] of json.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (colon !== undefined) {
      const name: string = JSON.parse(token.slice(0, -colon.length))
      if (open.at(-1)?.has(name)) return name
      open.at(-1)?.add(name)
    }
  }
  return null
}
