import { readFile } from 'node:fs/promises'
import { type EvidenceFile, EvidenceFileSchema } from '@app/api/schemas/evidence-file.ts'
import { formatSchemaError } from '@app/api/schemas/format-schema-error.ts'
import { FatalError } from '@app/values/errors.ts'
import { Compile } from 'typebox/compile'
import { findFirstDifference } from '../checks/difference.ts'
import { findRepeatedField } from './find-repeated-field.ts'

const checker = Compile(EvidenceFileSchema)

/** Reads an exported evidence file, or a response of the API. Throws `FatalError` with the reason when it is invalid. */
export async function readEvidenceFile(path: string): Promise<EvidenceFile> {
  const text = await readText(path)
  const content = parseJson(path, text)
  rejectRepeatedFields(path, text)
  const isApiResponse =
    typeof content === 'object' && content !== null && 'data' in content && !('format' in content)
  return parseEvidenceFile(path, isApiResponse ? content.data : content)
}

/** Parses a value as an evidence file. Throws `FatalError` with the first invalid field. */
export function parseEvidenceFile(source: string, value: unknown): EvidenceFile {
  const problem = findSchemaError(value)
  if (problem === null) return value as EvidenceFile
  throw new FatalError(`${source} is not an evidence file that this version can read: ${problem}.`)
}

function findSchemaError(value: unknown): string | null {
  if (isDeeperThan(value, MAX_DEPTH)) return 'it is nested too deeply'
  return checker.Check(value) ? findUnknownField(value) : formatSchemaError(checker.Errors(value))
}

/** More levels than any evidence file has; without a limit, deeply nested lists overflow the stack. */
const MAX_DEPTH = 32

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inside) => isDeeperThan(inside, levels - 1))
}

function findUnknownField(file: EvidenceFile): string | null {
  const difference = findFirstDifference('', checker.Clean(structuredClone(file)), file)
  return difference === null ? null : `${difference.path} is unknown`
}

function rejectRepeatedFields(path: string, text: string): void {
  const repeated = findRepeatedField(text)
  if (repeated === null) return
  throw new FatalError(`${path} is not an evidence file: it has the field '${repeated}' twice.`)
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw new FatalError(`${path} cannot be read.`, { cause })
  }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new FatalError(`${path} is not JSON.`, { cause })
  }
}
