import { listActions } from '@app/api/routes/actions.ts'
import { endSession } from '@app/api/routes/session.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { createApiClient } from '../api.ts'
import { reloadAsAsked, reloadOnce } from './reload-page.ts'

const MINUTE_MS = 60_000

interface Shown {
  /** Selector of what is open. */
  open?: string
  /** Values of the fields with the focus, or that the user has changed. */
  texts?: string[]
  isServed?: boolean
  canStore?: boolean
}

function openPage({ open, texts = [], isServed = true, canStore = true }: Shown = {}) {
  const stored = new Map<string, string>()
  return {
    document: {
      querySelector: (selectors: string) =>
        selectors.split(', ').includes(open ?? '') ? {} : null,
      querySelectorAll: () => texts.map((value) => ({ value })),
    },
    location: { href: 'https://dharma.example/', reload: () => {} },
    get sessionStorage() {
      if (!canStore) throw new DOMException('Denied', 'SecurityError')
      return { getItem: (key: string) => stored.get(key) ?? null, setItem: stored.set.bind(stored) }
    },
    fetch: async () => {
      if (!isServed) throw new TypeError('Failed to fetch')
      return { ok: true }
    },
  } as unknown as Window
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a page loads again, but not twice in ten minutes', async () => {
  const page = openPage({ texts: [''] })
  const reloads = [0, 9.9, 10].map((minutes) => () => reloadOnce(page, minutes * MINUTE_MS))
  for (const [index, reload] of reloads.entries()) expect(await reload()).toBe(index !== 1)
})

test.each<Shown>([
  { open: 'dialog[open]' },
  { open: '#FCL_IFRAME' },
  { texts: ['', '0x12'] },
  { canStore: false },
  { isServed: false },
])('a page with %j stays as it is', async (shown) => {
  expect(await reloadOnce(openPage(shown))).toBe(false)
})

test('as the user asks for it, a page with a text loads again only where the text may be lost', async () => {
  const page = openPage({ texts: ['0x12'], canStore: false })
  expect(await reloadAsAsked(async () => false, page)).toBe(false)
  expect(await reloadAsAsked(async () => true, page)).toBe(true)
})

test('an action under way keeps the page until the server has answered; a call that reads does not', async () => {
  const canReload = async () => [
    await reloadOnce(openPage()),
    await reloadAsAsked(async () => true, openPage()),
  ]
  const { promise, resolve } = Promise.withResolvers<Response>()
  const client = createApiClient('https://dharma.example')
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  void client.call(listActions, {})
  expect(await canReload()).toEqual([true, true])
  vi.stubGlobal('fetch', () => promise)
  const call = client.call(endSession)
  expect(await canReload()).toEqual([false, false])
  resolve(Response.json({ data: { isSignedIn: false }, meta: {} }))
  await call
  expect(await canReload()).toEqual([true, true])
})
