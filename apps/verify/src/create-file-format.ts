import { readFile, stat } from 'node:fs/promises'
import { formatSchemaError } from '@app/api/schemas/format-schema-error.ts'
import { FatalError } from '@app/values/errors.ts'
import { findEncodingProblem } from '@app/values/find-encoding-problem.ts'
import { findJsonError } from '@app/values/find-json-error.ts'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { findFirstDifference } from './check.ts'

/** A file that cannot be read, or is none that can be verified. */
export class InvalidFileError extends FatalError {
  override name = 'InvalidFileError'
}

/** Larger than any honest file, and small enough to be parsed in memory. */
const MAX_MEGABYTES = 100

/** More levels than any file has; without a limit, deeply nested lists overflow the stack. */
const MAX_DEPTH = 32

/**
 * Creates the parser of a format, which checks a value against its schema and throws `InvalidFileError` with the first
 * invalid field; `name` is its name in errors, such as 'an evidence file'.
 */
export function createFileFormat<T extends TSchema>(
  schema: T,
  name: string,
): (source: string, value: unknown) => Static<T> {
  const checker = Compile(schema)
  const findProblem = (value: unknown): string | null => {
    if (isDeeperThan(value, MAX_DEPTH)) return 'it is nested too deeply'
    if (!checker.Check(value)) return formatSchemaError(checker.Errors(value))
    const unknown = findFirstDifference('', checker.Clean(structuredClone(value)), value)
    return unknown === null ? null : `${unknown.path} is unknown`
  }
  return (source, value) => {
    const problem = findProblem(value)
    if (problem === null) return value as Static<T>
    throw new InvalidFileError(`${source} is not ${name} that this version can read: ${problem}.`)
  }
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inside) => isDeeperThan(inside, levels - 1))
}

/** Reads a file, or a response of the API, as JSON. Throws `InvalidFileError` with the reason when it is none. */
export async function readJsonFile(path: string): Promise<unknown> {
  const text = await readText(path)
  const content = parseJson(path, text)
  const repeated = findRepeatedField(text)
  if (repeated === null) return takeData(content)
  throw new InvalidFileError(`${path} cannot be verified: it has the field '${repeated}' twice.`)
}

async function readText(path: string): Promise<string> {
  const fail = (cause: unknown) => {
    throw new InvalidFileError(`${path} cannot be read.`, { cause })
  }
  const { size } = await stat(path).catch(fail)
  if (size > MAX_MEGABYTES * 1e6) {
    const megabytes = `it has ${Math.ceil(size / 1e6)} MB, more than ${MAX_MEGABYTES} MB`
    throw new InvalidFileError(`${path} cannot be verified: ${megabytes}.`)
  }
  const bytes = await readFile(path).catch(fail)
  const found = findEncodingProblem(bytes)
  if (found === null) return bytes.toString('utf8')
  throw new InvalidFileError(`${path} cannot be verified: line ${found.line} ${found.problem}.`)
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new InvalidFileError(`${path} is not JSON: ${findJsonError(text)}.`, { cause })
  }
}

/** Takes the data out of a response of the API. */
function takeData(content: unknown): unknown {
  const isResponse =
    typeof content === 'object' && content !== null && 'data' in content && !('format' in content)
  return isResponse ? content.data : content
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
