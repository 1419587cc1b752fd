import { buildUrl } from '@app/api/client/build-url.ts'
import type { FailureCode } from '@app/api/routes/failures/failures.ts'
import type { Route } from '@app/api/routes/route.ts'
import type { LightMyRequestResponse } from 'fastify'
import { MAX_WATCHED, writeWatch } from '../../alerts/subscriptions/write-watch.ts'
import { MAX_WEBHOOKS, writeWebhook } from '../../alerts/subscriptions/write-webhook.ts'
import { toTestAddress } from '../../testing/ledger.ts'
import { buildValidRequest, TEST_ACCOUNT } from './build-valid-request.ts'
import type { TestApi } from './open-test-api.ts'

type Trigger = (route: Route, api: TestApi) => Promise<LightMyRequestResponse>

const askValid: Trigger = (route, api) => api.app.inject(buildValidRequest(route))

const WEBHOOK = { owner: TEST_ACCOUNT, url: 'https://example.org/', addresses: null, sinceMs: 0 }

/** Ways to cause the failures of alerts for the wallet that is logged in. */
export const ALERT_FAILURE_TRIGGERS: Partial<Record<FailureCode, Trigger>> = {
  alert_not_found: askValid,
  webhook_not_found: askValid,
  not_watched: (route, api) => {
    const payload = { url: WEBHOOK.url, addresses: [toTestAddress(2)] }
    return api.app.inject({ ...buildValidRequest(route), payload })
  },
  webhook_url_refused: (route, api) =>
    api.app.inject({ ...buildValidRequest(route), payload: { url: 'http://example.org/' } }),
  delivery_not_found: async (route, api) => {
    const webhook = await writeWebhook(api.context, WEBHOOK)
    const params = { id: String(webhook?.id), deliveryId: '1' }
    const request = { ...buildValidRequest(route), url: buildUrl(route, { params }) }
    return await withCleanTables(api, () => api.app.inject(request))
  },
  watch_list_full: async (route, api) => {
    for (let number = 0; number < MAX_WATCHED; number += 1) {
      const address = toTestAddress(1_000 + number)
      await writeWatch(api.context, { owner: TEST_ACCOUNT, address, sinceMs: 0 })
    }
    return await withCleanTables(api, () => askValid(route, api))
  },
  too_many_webhooks: async (route, api) => {
    for (let number = 0; number < MAX_WEBHOOKS; number += 1) {
      await writeWebhook(api.context, WEBHOOK)
    }
    const request = { ...buildValidRequest(route), payload: { url: WEBHOOK.url } }
    return await withCleanTables(api, () => api.app.inject(request))
  },
}

/** Removes what a trigger has added, for those after it. */
async function withCleanTables<Answer>(
  { context }: TestApi,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask()
  } finally {
    await context.pool.query('truncate alert_watch, alert_webhook')
  }
}
