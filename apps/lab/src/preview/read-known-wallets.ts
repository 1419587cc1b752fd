import { readFile } from 'node:fs/promises'
import { CommandError } from '../command-error.ts'
import { type KnownWallet, parseKnownWallet } from './known-wallet.ts'

/**
 * The wallets in a file of evidence: one export, an answer of `GET /v1/inputs`, or one entry a line.
 * Throws `CommandError` naming file and place.
 */
export async function readKnownWallets(path: string): Promise<KnownWallet[]> {
  const text = await readText(path)
  const whole = parseJson(text)
  if (whole !== undefined) {
    return toEntries(whole).map((entry, index) => parseKnownWallet(`${path}[${index}]`, entry))
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line, index) => {
    const entry = parseJson(line)
    if (entry === undefined) throw new CommandError(`${path}, line ${index + 1} is not JSON`)
    return parseKnownWallet(`${path}, line ${index + 1}`, entry)
  })
}

/** Takes the envelope of an answer off; what stands alone is a list of one. */
function toEntries(content: unknown): unknown[] {
  const isAnswer = typeof content === 'object' && content !== null && 'data' in content
  const bare = isAnswer ? content.data : content
  return Array.isArray(bare) ? bare : [bare]
}

function parseJson(text: string): unknown {
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
    throw new CommandError(`${path} cannot be read: ${(cause as Error).message}`, { cause })
  }
}
