import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { expect, it } from 'vitest'

const SOURCE = readFileSync(join(import.meta.dirname, '../../../public/push-worker.js'), 'utf8')
const ORIGIN = 'https://dharma.example'

type Handler = (event: object) => void

/** Runs the service worker with a browser that notes what it is asked for. */
function startWorker(openPages: string[] = []) {
  const handlers = new Map<string, Handler>()
  const done: Promise<unknown>[] = []
  const shown: { title: string; options: { body: string; data: { url: string } } }[] = []
  const opened: string[] = []
  const pages = openPages.map((url) => ({ url, focus: () => void opened.push(`focus ${url}`) }))
  const self = {
    location: new URL(`${ORIGIN}/push-worker.js`),
    registration: {
      showNotification: (title: string, options: never) => shown.push({ title, options }),
    },
    clients: { matchAll: async () => pages, openWindow: (url: string) => void opened.push(url) },
    addEventListener: (type: string, handler: Handler) => void handlers.set(type, handler),
  }
  runInContext(SOURCE, createContext({ self, URL }))
  const dispatch = async (type: string, event: object) => {
    handlers.get(type)?.({ ...event, waitUntil: (work: Promise<unknown>) => done.push(work) })
    await Promise.all(done)
  }
  return { dispatch, shown, opened }
}

const push = (text: string) => ({ data: { json: () => JSON.parse(text) } })

it('shows what was pushed', async () => {
  const { dispatch, shown } = startWorker()
  const message = { title: 'Dharma Guard', body: 'Changed.', url: '/wallet/0x1', tag: 'msg_1' }
  await dispatch('push', push(JSON.stringify(message)))
  expect(shown).toMatchObject([
    {
      title: 'Dharma Guard',
      options: { body: 'Changed.', tag: 'msg_1', data: { url: '/wallet/0x1' } },
    },
  ])
})

it.each([
  ['nothing', {}],
  ['no JSON', push('{')],
])('shows a notification for %s too', async (_, event) => {
  const { dispatch, shown } = startWorker()
  await dispatch('push', event)
  expect(shown).toMatchObject([{ options: { body: 'Something changed for a wallet you watch.' } }])
})

it.each([
  ['/wallet/0x1', `${ORIGIN}/wallet/0x1`],
  [`${ORIGIN}/wallet/0x1`, `${ORIGIN}/wallet/0x1`],
  ['https://evil.example/', `${ORIGIN}/`],
  ['javascript:alert(1)', `${ORIGIN}/`],
  [undefined, `${ORIGIN}/`],
])('a click on %s opens %s', async (url, page) => {
  const { dispatch, opened } = startWorker()
  await dispatch('notificationclick', { notification: { close: () => {}, data: { url } } })
  expect(opened).toEqual([page])
})

it('a click shows the page that is open already', async () => {
  const { dispatch, opened } = startWorker([`${ORIGIN}/wallet/0x1`])
  const notification = { close: () => {}, data: { url: '/wallet/0x1' } }
  await dispatch('notificationclick', { notification })
  expect(opened).toEqual([`focus ${ORIGIN}/wallet/0x1`])
})
