import { afterEach, expect, test, vi } from 'vitest'
import { reloadAsAsked } from '../../lib/loading/reload-page.ts'
import { observeWhile } from './wallet-session.ts'

const PAGE = {
  document: { querySelectorAll: () => [] },
  location: { href: 'https://dharma.example/', reload: () => {} },
  fetch: async () => ({ ok: true }),
} as unknown as Window

const reload = () => reloadAsAsked(async () => true, PAGE)

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([true, false])(
  'the page stays while a wallet is asked, which signs: %s',
  async (signs) => {
    vi.stubGlobal('window', new EventTarget())
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const asked = observeWhile('https://wallet.example', () => promise)
    expect(await reload()).toBe(false)
    if (signs) resolve('signed')
    else reject(new Error('Declined'))
    await asked.catch(() => {})
    expect(await reload()).toBe(true)
  },
)
