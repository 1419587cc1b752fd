import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type ApiClient, createClient } from '@app/api/client/client.ts'
import { listInputs } from '@app/api/routes/inputs.ts'
import { ApiError } from '@app/api/schemas/api-error.ts'
import { CommandError } from '../command-error.ts'
import { parseScoredWalletFacts, type ScoredWalletFacts } from './scored-wallet-facts.ts'

const DEFAULT_API = 'http://localhost:3001'

/** Fetches every wallet that a server has scored. Throws `CommandError` with what to do when a request fails. */
export async function fetchScoredWalletFacts(api: string): Promise<ScoredWalletFacts[]> {
  const client = createClient({ baseUrl: api })
  const wallets: ScoredWalletFacts[] = []
  let cursor: string | undefined
  do {
    const { data, meta } = await fetchPage(client, { api, cursor })
    wallets.push(...data.map((entry) => parseScoredWalletFacts(`${api}, ${entry.address}`, entry)))
    cursor = meta?.nextCursor
  } while (cursor !== undefined)
  return wallets
}

async function fetchPage(client: ApiClient, page: { api: string; cursor: string | undefined }) {
  const { api, cursor } = page
  try {
    return await client.callWithMeta(listInputs, { query: cursor === undefined ? {} : { cursor } })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const hint = 'Run npm start, set the API with --api URL, or read evidence with --facts FILE.'
    throw new CommandError(`The wallets cannot be read from ${api}: ${error.message} ${hint}`, {
      cause: error,
    })
  }
}

/** Returns the API URL of the running local world, else the default URL. */
export async function findLocalApi(): Promise<string> {
  try {
    const world = JSON.parse(await readFile(resolve('.dharma', 'world.json'), 'utf8'))
    return typeof world.api === 'string' ? world.api : DEFAULT_API
  } catch {
    return DEFAULT_API
  }
}
