import { readFile } from 'node:fs/promises'
import { CommandError, getErrorMessage } from '../command-error.ts'
import { parseScoredWalletFacts, type ScoredWalletFacts } from './scored-wallet-facts.ts'

/**
 * Reads the wallets in a file of evidence: one export, a response of `GET /v1/inputs`, or one entry per line.
 * Throws `CommandError` with file and line.
 */
export async function readScoredWalletFacts(path: string): Promise<ScoredWalletFacts[]> {
  const text = await readText(path)
  const whole = parseJsonOrUndefined(text)
  if (whole !== undefined) {
    return toEntries(whole).map((entry, index) =>
      parseScoredWalletFacts(`${path}[${index}]`, entry),
    )
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line, index) => {
    const entry = parseJsonOrUndefined(line)
    if (entry === undefined) throw new CommandError(`${path}, line ${index + 1} is not JSON`)
    return parseScoredWalletFacts(`${path}, line ${index + 1}`, entry)
  })
}

/** Unwraps the `data` of a response, and returns a single entry as a list of one. */
function toEntries(content: unknown): unknown[] {
  const isResponse = typeof content === 'object' && content !== null && 'data' in content
  const entries = isResponse ? content.data : content
  return Array.isArray(entries) ? entries : [entries]
}

function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw new CommandError(`${path} cannot be read: ${getErrorMessage(cause)}`, { cause })
  }
}
