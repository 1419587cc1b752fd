import { createWebhook, deleteWebhook, listWebhooks, testWebhook } from '@app/api/routes/alerts.ts'
import type { WebhookEntry } from '@app/api/schemas/alert/subscriptions.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { checkTargetUrl } from '../../alerts/guard/check-target-url.ts'
import { readWatchList } from '../../alerts/subscriptions/read-watch.ts'
import { readWebhooks, type StoredWebhook } from '../../alerts/subscriptions/read-webhooks.ts'
import { requestTest } from '../../alerts/subscriptions/write-delivery.ts'
import { removeWebhook, writeWebhook } from '../../alerts/subscriptions/write-webhook.ts'
import { loadIndexedTip } from '../../facts/load-indexed-tip.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../failures/api-failure.ts'
import { mountRoute } from '../http/mount-route.ts'
import { buildRateLimit } from '../http/plugins.ts'
import { requireOwner, requireWritingOwner } from './require-owner.ts'
import { requireWebhook } from './require-webhook.ts'

/** Mounts the routes of the webhooks of the logged-in wallet. */
export function mountWebhookRoutes(api: Api): void {
  const { context, limits } = api
  const config = buildRateLimit(limits.writesPerMinute)
  mountRoute(api, { route: createWebhook, config }, async ({ body }, request) => {
    const owner = await requireWritingOwner(api, request)
    checkUrl(api, body.url)
    const addresses = body.addresses?.map((text) => toAddress(text)) ?? null
    await checkWatched(api, owner, addresses ?? [])
    const sinceMs = (await loadIndexedTip(context))?.timeMs ?? 0
    const created = await writeWebhook(context, { owner, url: body.url, addresses, sinceMs })
    if (created === null) throw new ApiFailure('too_many_webhooks')
    return { data: { id: String(created.id), secret: created.secret } }
  })
  mountRoute(api, { route: listWebhooks }, async (_, request) => {
    const stored = await readWebhooks(context, await requireOwner(api, request))
    return { data: stored.map(toWebhookEntry) }
  })
  mountRoute(api, { route: deleteWebhook, config }, async ({ params }, request) => {
    const owner = await requireWritingOwner(api, request)
    const isRemoved = await removeWebhook(context, { owner, id: Number(params.id) })
    if (!isRemoved) throw new ApiFailure('webhook_not_found')
    return { data: { id: params.id } }
  })
  mountRoute(api, { route: testWebhook, config }, async ({ params }, request) => {
    const owner = await requireWritingOwner(api, request)
    const webhookId = await requireWebhook(api, owner, params.id)
    return { data: { id: String(await requestTest(context, { owner, webhookId })) } }
  })
}

/** Throws `webhook_url_refused`. Its host is resolved and checked when something is sent. */
function checkUrl({ context }: Api, url: string): void {
  const allowsLoopback = context.config.network === 'local'
  const target = checkTargetUrl(url, { allowsLoopback })
  if (target.kind === 'allowed') return
  const message = `This URL cannot be a webhook. ${target.problem}`
  throw new ApiFailure('webhook_url_refused', { message })
}

async function checkWatched(
  { context }: Api,
  owner: Address,
  addresses: readonly Address[],
): Promise<void> {
  if (addresses.length === 0) return
  const watched = new Set((await readWatchList(context, owner)).map(({ address }) => address))
  const missing = addresses.find((address) => !watched.has(address))
  if (missing === undefined) return
  const message = `A webhook is for addresses of your watch list. Watch ${missing} first.`
  throw new ApiFailure('not_watched', { message })
}

function toWebhookEntry({ id, url, addresses, createdAt }: StoredWebhook): WebhookEntry {
  return {
    id: String(id),
    url,
    ...(addresses !== null && { addresses }),
    createdAt: createdAt.toISOString(),
  }
}
