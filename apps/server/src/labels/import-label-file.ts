import { readFile } from 'node:fs/promises'
import { FatalError } from '@app/values/errors.ts'
import type { Context } from '../runtime/context.ts'
import { parseLabels } from './parse-labels.ts'
import { upsertLabels } from './upsert-label.ts'

/** Maximum number of problems in one error message. */
const MAX_PROBLEMS_LISTED = 10

/**
 * Stores every label of a file with one JSON object per line, all or none. Returns the number of
 * labels. Throws `FatalError` with the invalid lines.
 */
export async function importLabelFile(context: Pick<Context, 'db'>, file: string): Promise<number> {
  const parsed = parseLabels(await readLabelFile(file))
  if ('problems' in parsed) throw buildLinesError(file, parsed.problems)
  await upsertLabels(context, parsed.labels)
  return parsed.labels.length
}

async function readLabelFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new FatalError(`The file of labels ${file} cannot be read.`, { cause: error })
  }
}

function buildLinesError(file: string, problems: readonly string[]): FatalError {
  const named = problems.slice(0, MAX_PROBLEMS_LISTED)
  const rest = problems.length - named.length
  const more = rest > 0 ? [`and ${rest} more`] : []
  return new FatalError(`Nothing was loaded from ${file}:\n  ${[...named, ...more].join('\n  ')}`)
}
