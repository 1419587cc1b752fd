import type { ApiClient } from '@app/api/client/client.ts'
import { createClient } from '@app/api/client/client.ts'
import { getScoreHistory } from '@app/api/routes/score.ts'
import { ApiError } from '@app/api/schemas/api-error.ts'
import type { ScoreHistoryEntry } from '@app/api/schemas/score-history.ts'
import type { PublishedRecord } from '@app/server/flow-access/read-published.ts'
import type { Address } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import { FACTOR_UNIT, FACTORS, type Factor } from '@app/values/factor.ts'
import { Compile } from 'typebox/compile'
import type { ScoreClaim } from './checks/find-record-difference.ts'
import { formatSchemaError } from './format-schema-error.ts'

/** Which score of an address is meant. */
export type ScoreKey = Pick<PublishedRecord, 'evidenceHash' | 'version'>

/** The scores that somebody kept of addresses. */
export interface PastScoreSource {
  /** Who keeps them, for people. */
  source: string
  /** The score that a version made of some evidence; `null` when it is not among them. */
  find(address: Address, name: ScoreKey): Promise<ScoreClaim | null>
}

/** The score history of an API. Its calls throw `FatalError` with a sentence. */
export function createPastScoreSource(api: string): PastScoreSource {
  const client = createClient({ baseUrl: api })
  return {
    source: api,
    find: async (address, { evidenceHash, version }) => {
      for await (const entry of fetchHistory(client, address)) {
        if (entry.evidenceHash === evidenceHash && entry.version === version)
          return toScoreClaim(entry)
      }
      return null
    },
  }
}

const PAGE_SIZE = 500

/** More scores than any address had: a history that goes on after them has no end. */
const MAX_PAGES = 200

async function* fetchHistory(
  client: ApiClient,
  address: Address,
): AsyncGenerator<ScoreHistoryEntry> {
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = { limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) }
    const { data, meta } = await client
      .callWithMeta(getScoreHistory, { params: { address }, query })
      .catch(rethrowAsFatal)
    yield* parseEntries(data)
    cursor = meta?.nextCursor
    if (cursor === undefined) return
  }
  throw new FatalError(`The API gave no score history that ends within ${MAX_PAGES} pages.`)
}

const checker = Compile(getScoreHistory.data)

function parseEntries(data: unknown): ScoreHistoryEntry[] {
  if (checker.Check(data)) return data
  const problem = formatSchemaError(checker.Errors(data))
  throw new FatalError(`The API gave no score history that this version knows: ${problem}.`)
}

function rethrowAsFatal(error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  throw new FatalError(`The API gave no score history: ${error.message}`, { cause: error })
}

function toScoreClaim({ score, riskLevel, breakdown, version }: ScoreHistoryEntry): ScoreClaim {
  const factors = FACTORS.map((factor) => [factor, Math.round(breakdown[factor] * FACTOR_UNIT)])
  return {
    score,
    level: riskLevel,
    factors: Object.fromEntries(factors) as Record<Factor, number>,
    version,
  }
}
