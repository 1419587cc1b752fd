import { readFile } from 'node:fs/promises'
import { type EvidenceFile, EvidenceFileSchema } from '@app/api/evidence-file.ts'
import { FatalError } from '@app/values/errors.ts'
import { Compile } from 'typebox/compile'

const checker = Compile(EvidenceFileSchema)

/** An exported evidence file, bare or as the API answered it. Throws `FatalError` saying why it is none. */
export async function readEvidenceFile(path: string): Promise<EvidenceFile> {
  const content = parseJson(path, await readText(path))
  const isAnswer = typeof content === 'object' && content !== null && 'data' in content
  return requireEvidence(path, isAnswer ? content.data : content)
}

/** The value as an evidence file. Throws `FatalError` naming the first field that is not as it should be. */
export function requireEvidence(source: string, value: unknown): EvidenceFile {
  if (checker.Check(value)) return value
  const [error] = checker.Errors(value)
  const place = error?.instancePath.replace(/^\//, '').replaceAll('/', '.')
  throw new FatalError(
    `${source} is no evidence file that this version knows: ${place || 'the whole'} ${error?.message}.`,
  )
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
