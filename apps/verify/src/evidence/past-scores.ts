import { ApiError, createClient } from '@app/api/client/client.ts'
import { getScoreHistory } from '@app/api/routes/score.ts'
import type { PublishedRecord } from '@app/server/flow-access/read-published.ts'
import type { Address } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import { FACTOR_UNIT, mapFactors } from '@app/values/factor.ts'

/** The values of a score that a published record must have. */
export type ScoreClaim = Pick<PublishedRecord, 'version' | 'factors' | 'score' | 'level'>

/** A store of past scores. */
export interface PastScoreSource {
  /** Name of the source, for messages. */
  source: string
  /** Returns the score of a version from some evidence; `null` when it is not stored. */
  find(
    address: Address,
    key: Pick<PublishedRecord, 'evidenceHash' | 'version'>,
  ): Promise<ScoreClaim | null>
}

const PAGE_SIZE = 500

/** More pages than any real history has. The limit stops an endless history. */
const MAX_PAGES = 200

/** Creates a source that reads the score history of an API. Its calls throw `FatalError` with a sentence. */
export function createPastScoreSource(api: string): PastScoreSource {
  const client = createClient({ baseUrl: api })
  const readPage = (address: Address, cursor: string | undefined) => {
    const query = { limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) }
    const page = client.callWithMeta(getScoreHistory, { params: { address }, query })
    return page.catch(toFatalOrRethrow)
  }
  const find: PastScoreSource['find'] = async (address, { evidenceHash, version }) => {
    let cursor: string | undefined
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const { data, meta } = await readPage(address, cursor)
      const found = data.find((one) => one.evidenceHash === evidenceHash && one.version === version)
      if (found !== undefined) {
        const { breakdown, score, riskLevel: level } = found
        const factors = mapFactors((factor) => Math.round(breakdown[factor] * FACTOR_UNIT))
        return { version, factors, score, level }
      }
      cursor = meta?.nextCursor
      if (cursor === undefined) return null
    }
    throw new FatalError(`The API returned a score history of more than ${MAX_PAGES} pages.`)
  }
  return { source: api, find }
}

function toFatalOrRethrow(error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  throw new FatalError(`The score history cannot be read: ${error.message}`, { cause: error })
}
