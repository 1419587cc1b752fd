import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { expect, it } from 'vitest'

const SOURCE = readFileSync(join(import.meta.dirname, '../../../public/push-worker.js'), 'utf8')
const ORIGIN = 'https://dharma.example'

/** Sends an event to the service worker, and returns what it asked the browser for. */
async function dispatch(type: string, event: object, openPages: string[] = []) {
  const handlers = new Map<string, (event: object) => void>()
  const asked: unknown[] = []
  const pages = openPages.map((url) => ({ url, focus: () => void asked.push(`focus ${url}`) }))
  const self = {
    location: new URL(`${ORIGIN}/push-worker.js`),
    registration: {
      showNotification: (title: string, { body }: { body: string }) => asked.push([title, body]),
    },
    clients: { matchAll: async () => pages, openWindow: (url: string) => void asked.push(url) },
    addEventListener: (name: string, handler: () => void) => void handlers.set(name, handler),
  }
  runInContext(SOURCE, createContext({ self, URL }))
  const done: Promise<unknown>[] = []
  handlers.get(type)?.({ ...event, waitUntil: (work: Promise<unknown>) => done.push(work) })
  await Promise.all(done)
  return asked
}

const click = (url: string | undefined) => ({ notification: { close: () => {}, data: { url } } })

// `apps/world/src/web/push-worker.test.ts` shows a real message.
it.each([{}, { data: { json: () => JSON.parse('{') } }])('shows %j too', async (event) => {
  const text = 'Something changed for a wallet you watch.'
  expect(await dispatch('push', event)).toEqual([['Dharma Guard', text]])
})

it.each([
  ['/wallet/0x1', `${ORIGIN}/wallet/0x1`],
  [`${ORIGIN}/wallet/0x1`, `${ORIGIN}/wallet/0x1`],
  ['https://evil.example/', `${ORIGIN}/`],
  ['javascript:alert(1)', `${ORIGIN}/`],
  [undefined, `${ORIGIN}/`],
])('a click on %s opens %s, or shows it where it is open', async (url, page) => {
  expect(await dispatch('notificationclick', click(url))).toEqual([page])
  expect(await dispatch('notificationclick', click(url), [page])).toEqual([`focus ${page}`])
})
