import { afterEach, expect, test, vi } from 'vitest'
import { reloadAsAsked } from '../../lib/loading/reload-page.ts'
import { describeRefusal, observeWallet, observeWhile } from './observe-wallet.ts'

const decline = (reason?: unknown) => ({ type: 'FCL:VIEW:RESPONSE', status: 'DECLINED', reason })

test.each([
  [decline('User declined'), 'Declined: User declined'],
  [decline(''), 'Declined: No reason supplied'],
  [decline(null), 'Declined: No reason supplied'],
  [decline(' '), 'Declined: No reason supplied'],
  [{ type: 'FCL:VIEW:CLOSE' }, 'Declined: Externally Halted'],
  [{ type: 'FCL:VIEW:RESPONSE', status: 'APPROVED' }, undefined],
  [{ type: 'FCL:VIEW:READY' }, undefined],
  [{ status: 'DECLINED', reason: 'by somebody else' }, undefined],
  ['FCL:VIEW:CLOSE', undefined],
  [null, undefined],
])('%j means %s', (message, reason) => expect(describeRefusal(message)).toBe(reason))

test('the last refusal is the reason, until the observation stops', () => {
  const target = new EventTarget()
  const observer = observeWallet(target)
  const post = (data: unknown) => target.dispatchEvent(new MessageEvent('message', { data }))
  expect(observer.getReason()).toBeUndefined()
  post(decline('First'))
  post({ type: 'FCL:VIEW:READY' })
  expect(observer.getReason()).toBe('Declined: First')
  observer.stop()
  post(decline('Second'))
  expect(observer.getReason()).toBe('Declined: First')
})

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
