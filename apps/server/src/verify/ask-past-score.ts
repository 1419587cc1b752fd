import { ApiError } from '@app/api/api-error.ts'
import type { ApiClient } from '@app/api/client.ts'
import { createClient } from '@app/api/client.ts'
import { getScoreHistory } from '@app/api/routes/score.ts'
import type { ScoreHistoryEntry } from '@app/api/score-history.ts'
import type { Address } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import { FACTOR_UNIT, FACTORS, type Factor } from '@app/values/factor.ts'
import { Compile } from 'typebox/compile'
import type { PublishedRecord } from '../onchain/read-published.ts'
import type { ScoreClaim } from './checks/find-record-difference.ts'
import { faultOf } from './fault-of.ts'

/** Which score of an address is meant. */
export type ScoreName = Pick<PublishedRecord, 'evidenceHash' | 'version'>

/** The scores that somebody kept of addresses. */
export interface PastScores {
  /** Who keeps them, for people. */
  source: string
  /** The score that a version made of some evidence; `null` when it is not among them. */
  find(address: Address, name: ScoreName): Promise<ScoreClaim | null>
}

/** The score history of an API. Its calls throw `FatalError` with a sentence. */
export function pastScoresOf(api: string): PastScores {
  const client = createClient({ baseUrl: api })
  return {
    source: api,
    find: async (address, { evidenceHash, version }) => {
      for await (const entry of historyOf(client, address)) {
        if (entry.evidenceHash === evidenceHash && entry.version === version) return claimOf(entry)
      }
      return null
    },
  }
}

const PAGE = 500

/** More scores than any address had: a history that goes on after them has no end. */
const MOST_PAGES = 200

async function* historyOf(client: ApiClient, address: Address): AsyncGenerator<ScoreHistoryEntry> {
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = { limit: PAGE, ...(cursor !== undefined && { cursor }) }
    const { data, meta } = await client
      .ask(getScoreHistory, { params: { address }, query })
      .catch(toSentence)
    yield* requireEntries(data)
    cursor = meta?.nextCursor
    if (cursor === undefined) return
  }
  throw new FatalError(`The API gave no score history that ends within ${MOST_PAGES} pages.`)
}

const checker = Compile(getScoreHistory.data)

function requireEntries(data: unknown): ScoreHistoryEntry[] {
  if (checker.Check(data)) return data
  const fault = faultOf(checker.Errors(data))
  throw new FatalError(`The API gave no score history that this version knows: ${fault}.`)
}

function toSentence(error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  throw new FatalError(`The API gave no score history: ${error.message}`, { cause: error })
}

function claimOf({ score, riskLevel, breakdown, version }: ScoreHistoryEntry): ScoreClaim {
  const factors = FACTORS.map((factor) => [factor, Math.round(breakdown[factor] * FACTOR_UNIT)])
  return {
    score,
    level: riskLevel,
    factors: Object.fromEntries(factors) as Record<Factor, number>,
    version,
  }
}
