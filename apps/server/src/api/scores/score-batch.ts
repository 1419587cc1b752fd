import { getScores } from '@app/api/routes/score.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { loadResponseMeta } from '../answers/load-response-meta.ts'
import { loadScoreAnswer, toScoreJson } from '../answers/load-score-answer.ts'
import type { Api } from '../api.ts'
import { toFailureBody } from '../failures/register-error-handler.ts'
import { toApiFailure } from '../failures/to-api-failure.ts'
import { identifyClient } from '../http/identify-client.ts'
import { mountSerializedRoute } from '../http/mount-route.ts'
import { buildRateLimit } from '../http/plugins.ts'

/** Scores of one batch that are loaded at the same time: those to compute hold a connection each. */
const CONCURRENT = 10

/** Mounts the route of many scores at once. */
export function mountScoreBatchRoute(api: Api): void {
  const config = buildRateLimit(api.limits.writesPerMinute)
  mountSerializedRoute(api, { route: getScores, config }, async ({ body }, request) => {
    const client = identifyClient(request)
    const addresses = body.addresses.map(toAddress)
    const entries: string[] = []
    for (let from = 0; from < addresses.length; from += CONCURRENT) {
      const some = addresses.slice(from, from + CONCURRENT)
      entries.push(...(await Promise.all(some.map((one) => loadEntry(api, one, client)))))
    }
    const meta = JSON.stringify(await loadResponseMeta(api))
    return `{"data":[${entries.join(',')}],"meta":${meta}}`
  })
}

/** Returns an entry of the answer as JSON text. Throws failures of the server itself. */
async function loadEntry(api: Api, address: Address, client: string): Promise<string> {
  try {
    const answer = await loadScoreAnswer(api, address, client)
    return `{"address":"${address}","result":${toScoreJson(answer)}}`
  } catch (error) {
    const failure = toApiFailure(error)
    if (failure.statusCode >= 500) throw error
    return JSON.stringify({ address, failure: toFailureBody(failure) })
  }
}
