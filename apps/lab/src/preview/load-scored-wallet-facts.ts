import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ApiError, createClient } from '@app/api/client/client.ts'
import { listInputs } from '@app/api/routes/score.ts'
import { parseInputs, UnreadableInputError } from '@app/score/canonical/parse-inputs.ts'
import type { Facts } from '@app/score/facts.ts'
import { FatalError } from '@app/values/errors.ts'
import { readTextOrGzip } from '../command-line.ts'

/** A wallet that a server has scored, with the facts of its newest score. */
export interface ScoredWalletFacts {
  address: string
  facts: Facts
}

const DEFAULT_API = 'http://localhost:3001'

/**
 * Loads the wallets from a file of evidence, else from a server: by default that of the running local world. Throws
 * `FatalError` with what to do when a request fails.
 */
export async function loadScoredWalletFacts(from: {
  api?: string | undefined
  facts?: string | undefined
}): Promise<ScoredWalletFacts[]> {
  if (from.facts !== undefined) return await readScoredWalletFacts(from.facts)
  const api = from.api ?? (await findLocalApi())
  try {
    return await fetchScoredWalletFacts(api)
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause
    const hint = 'Run npm start, set the API with --api URL, or read evidence with --facts FILE.'
    const message = `The wallets cannot be read from ${api}: ${cause.message} ${hint}`
    throw new FatalError(message, { cause })
  }
}

async function fetchScoredWalletFacts(api: string): Promise<ScoredWalletFacts[]> {
  const client = createClient({ baseUrl: api })
  const wallets: ScoredWalletFacts[] = []
  let query: { cursor?: string } = {}
  for (;;) {
    const { data, meta } = await client.callWithMeta(listInputs, { query })
    wallets.push(...data.map((entry) => parseScoredWalletFacts(`${api}, ${entry.address}`, entry)))
    if (meta?.nextCursor === undefined) return wallets
    query = { cursor: meta.nextCursor }
  }
}

/** Returns the API URL of the running local world, else the default URL. */
async function findLocalApi(): Promise<string> {
  try {
    const world = JSON.parse(await readFile(resolve('.dharma', 'world.json'), 'utf8'))
    return typeof world.api === 'string' ? world.api : DEFAULT_API
  } catch {
    return DEFAULT_API
  }
}

/**
 * Reads the wallets in a file of evidence: one export, a response of `GET /v1/inputs`, or one entry per line.
 * Throws `FatalError` with file and line.
 */
export async function readScoredWalletFacts(path: string): Promise<ScoredWalletFacts[]> {
  const text = await readTextOrGzip(path)
  const whole = parseJsonOrUndefined(text)
  if (whole !== undefined) {
    return toEntries(whole).map((entry, index) =>
      parseScoredWalletFacts(`${path}[${index}]`, entry),
    )
  }
  return text.split(/\r\n?|\n/).flatMap((line, index) => {
    if (line.trim() === '') return []
    const entry = parseJsonOrUndefined(line)
    if (entry === undefined) throw new FatalError(`${path}, line ${index + 1} is not JSON`)
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

/**
 * Parses an exported evidence file, or an entry of `GET /v1/inputs`. Throws `FatalError`, which begins with
 * `location`.
 */
function parseScoredWalletFacts(location: string, value: unknown): ScoredWalletFacts {
  if (!hasInputs(value)) {
    throw new FatalError(`${location} has no inputs: it must be evidence as exported by the API`)
  }
  try {
    const facts = parseInputs(value.inputs)
    return { address: facts.address, facts }
  } catch (cause) {
    if (!(cause instanceof UnreadableInputError)) throw cause
    throw new FatalError(`${location}: ${cause.message}`, { cause })
  }
}

function hasInputs(value: unknown): value is { inputs: { chain: unknown; offchain: unknown } } {
  if (typeof value !== 'object' || value === null || !('inputs' in value)) return false
  const { inputs } = value
  return typeof inputs === 'object' && inputs !== null && 'chain' in inputs && 'offchain' in inputs
}
