import { type ApiClient, ApiError, createClient } from '@app/api/client/client.ts'
import { getScoreHistory } from '@app/api/routes/score.ts'
import type { ScoreHistoryEntry } from '@app/api/schemas/score.ts'
import type { PublishedRecord } from '@app/server/flow-access/read-published.ts'
import type { Address } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import { FACTOR_UNIT, mapFactors } from '@app/values/factor.ts'

/** The values of a score that a published record must have. */
export type ScoreClaim = Pick<PublishedRecord, 'score' | 'level' | 'factors' | 'version'>

/** Identifies a score of an address. */
type ScoreKey = Pick<PublishedRecord, 'evidenceHash' | 'version'>

/** A store of past scores. */
export interface PastScoreSource {
  /** Name of the source, for messages. */
  source: string
  /** Returns the score of a version from some evidence; `null` when it is not stored. */
  find(address: Address, key: ScoreKey): Promise<ScoreClaim | null>
}

/** Creates a source that reads the score history of an API. Its calls throw `FatalError` with a sentence. */
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

/** More pages than any real history has. The limit stops an endless history. */
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
      .catch(toFatalOrRethrow)
    yield* data
    cursor = meta?.nextCursor
    if (cursor === undefined) return
  }
  throw new FatalError(`The API returned a score history of more than ${MAX_PAGES} pages.`)
}

function toFatalOrRethrow(error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  throw new FatalError(`The score history cannot be read: ${error.message}`, { cause: error })
}

function toScoreClaim({ score, riskLevel, breakdown, version }: ScoreHistoryEntry): ScoreClaim {
  return {
    score,
    level: riskLevel,
    factors: mapFactors((factor) => Math.round(breakdown[factor] * FACTOR_UNIT)),
    version,
  }
}
