import { listActions } from '@app/api/routes/actions.ts'
import { endSession } from '@app/api/routes/session.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createApiClient } from '../api.ts'
import { reloadAsAsked, reloadOnce } from './reload-page.ts'

const NOW_MS = Date.UTC(2026, 10, 25)
const MINUTE_MS = 60_000

interface Shown {
  /** Selectors of what is open. */
  open?: string[]
  /** Values of the fields with the focus, or that the user has changed. */
  texts?: string[]
  isServed?: boolean
  canStore?: boolean
}

/** A page that counts how often it was loaded again. */
function openPage({ open = [], texts = [], isServed = true, canStore = true }: Shown = {}) {
  const stored = new Map<string, string>()
  const page = {
    reloads: 0,
    document: {
      querySelector: (selectors: string) =>
        selectors.split(', ').some((one) => open.includes(one)) ? {} : null,
      querySelectorAll: () => texts.map((value) => ({ value })),
    },
    location: { href: 'https://dharma.example/', reload: () => page.reloads++ },
    get sessionStorage() {
      if (!canStore) throw new DOMException('Denied', 'SecurityError')
      return { getItem: (key: string) => stored.get(key) ?? null, setItem: stored.set.bind(stored) }
    },
    fetch: async () => {
      if (!isServed) throw new TypeError('Failed to fetch')
      return { ok: true }
    },
  }
  return page as typeof page & Window
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a page loads again, but not twice in ten minutes', async () => {
  const page = openPage({ texts: [''] })
  const reloadAfter = (minutes: number) => reloadOnce(page, NOW_MS + minutes * MINUTE_MS)
  expect(await reloadAfter(0)).toBe(true)
  expect(await reloadAfter(9.9)).toBe(false)
  expect(page.reloads).toBe(1)
  expect(await reloadAfter(10)).toBe(true)
  expect(page.reloads).toBe(2)
})

test.each<[string, Shown]>([
  ['a dialog is open', { open: ['dialog[open]'] }],
  ['a wallet is open in a frame', { open: ['#FCL_IFRAME'] }],
  ['a text is written', { texts: ['', '0x12'] }],
  ['nothing can be stored', { canStore: false }],
  ['no server answers', { isServed: false }],
])('a page where %s stays as it is', async (_, shown) => {
  const page = openPage(shown)
  expect(await reloadOnce(page, NOW_MS)).toBe(false)
  expect(page.reloads).toBe(0)
})

test('as the user asks for it, a page with a text loads again only where the text may be lost', async () => {
  const page = openPage({ texts: ['0x12'], canStore: false })
  expect(await reloadAsAsked(async () => false, page)).toBe(false)
  expect(await reloadAsAsked(async () => true, page)).toBe(true)
  expect(page.reloads).toBe(1)
})

describe('an action under way', () => {
  const fetchOf = (answer: Promise<Response>) => vi.stubGlobal('fetch', () => answer)
  const ANSWER = { data: { isSignedIn: false }, meta: {} }

  async function expectReload(isReloaded: boolean) {
    const page = openPage()
    expect(await reloadOnce(page, NOW_MS)).toBe(isReloaded)
    expect(await reloadAsAsked(async () => true, page)).toBe(isReloaded)
  }

  test('keeps the page until the server has answered', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    fetchOf(promise)
    const call = createApiClient('https://dharma.example').call(endSession)
    await expectReload(false)
    resolve(Response.json(ANSWER))
    await call
    await expectReload(true)
  })

  test('is none where the call only reads', async () => {
    fetchOf(new Promise(() => {}))
    void createApiClient('https://dharma.example').call(listActions, {})
    await expectReload(true)
  })
})
