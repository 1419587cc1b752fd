import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ApiClient } from '@app/api/client/client.ts'
import { createWebhook, listDeliveries, listInbox, watchAddress } from '@app/api/routes/alerts.ts'
import type { Person } from '../../people/create-person.ts'
import type { StoryWorld } from '../open-story-world.ts'
import { logIn, type Site } from './log-in.ts'

type Subject = Pick<Person, 'address'>

/** A logged-in wallet with a watch list and a webhook for it. */
export interface Watcher {
  session: ApiClient
  webhook: WebhookReceiver
  /** The types of what its inbox, its webhook or the list of deliveries has about an account. */
  readInboxTypes(subject: Subject): Promise<string[]>
  readWebhookTypes(subject: Subject): string[]
  readDeliveryTypes(): Promise<string[]>
  /** The first message of a type that the webhook got about an account. */
  findMessage(subject: Subject, type: string): ReceivedMessage | undefined
}

/** Logs a person in, who watches these accounts from now on. The world sends the challenge of the webhook while it settles. */
export async function createWatcher(
  world: Site & Pick<StoryWorld, 'settle'>,
  { person, subjects }: { person: Person; subjects: readonly Subject[] },
  resources: AsyncDisposableStack,
): Promise<Watcher> {
  const session = await logIn(world, person)
  const webhook = await receiveWebhooks()
  resources.defer(() => webhook.stop())
  for (const { address } of subjects) await session.call(watchAddress, { params: { address } })
  const created = session.call(createWebhook, { body: { url: webhook.url } })
  let isWaiting = true
  const isAnswered = created.finally(() => {
    isWaiting = false
  })
  while (isWaiting) await world.settle()
  const { id, problem } = await isAnswered
  if (problem !== undefined) throw new Error(problem)
  return {
    session,
    webhook,
    readInboxTypes: (subject) => readInboxTypes(session, subject),
    readWebhookTypes: (subject) => listTypes(webhook.messages, subject),
    readDeliveryTypes: async () =>
      (await session.call(listDeliveries, { params: { id } })).map(({ type }) => type),
    findMessage: (subject, type) =>
      selectAbout(webhook.messages, subject).find((message) => message.type === type),
  }
}

/** Reads the types of what the inbox of a logged-in wallet has about an account. */
export const readInboxTypes = async (session: ApiClient, subject: Subject): Promise<string[]> =>
  listTypes(await session.call(listInbox), subject)

type Message = { type: string; data: unknown }

const listTypes = (messages: readonly Message[], subject: Subject): string[] =>
  selectAbout(messages, subject).map(({ type }) => type)

const selectAbout = <M extends Message>(messages: readonly M[], { address }: Subject): M[] =>
  messages.filter(({ data }) => (data as { address?: string }).address === address)

/** A message of a webhook, as docs/use/alerts.md describes it. */
interface ReceivedMessage {
  type: string
  data: Record<string, unknown>
}

/** An HTTP server on loopback to which webhooks are delivered; it confirms every one. */
interface WebhookReceiver {
  url: string
  /** Every message received so far, once. */
  messages: ReceivedMessage[]
  stop(): void
}

export async function receiveWebhooks(): Promise<WebhookReceiver> {
  const messages: ReceivedMessage[] = []
  const ids = new Set<string>()
  const server = createServer((request, response) => {
    void request.toArray().then((chunks) => {
      // What was not answered in time comes again with the same id.
      const id = String(request.headers['webhook-id'])
      const message: ReceivedMessage = JSON.parse(Buffer.concat(chunks).toString('utf8'))
      if (message.type === 'webhook.challenge') return response.end(JSON.stringify(message.data))
      if (!ids.has(id)) messages.push(message)
      ids.add(id)
      return response.writeHead(204).end()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}/`, messages, stop }
}
