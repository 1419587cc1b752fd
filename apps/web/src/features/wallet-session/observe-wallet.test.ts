import { afterEach, expect, test, vi } from 'vitest'
import { reloadAsAsked } from '../../lib/loading/reload-page.ts'
import { describeRefusal, observeWhile } from './observe-wallet.ts'

const decline = (reason?: unknown) => ({ type: 'FCL:VIEW:RESPONSE', status: 'DECLINED', reason })

test.each([
  [decline('User declined'), 'Declined: User declined'],
  [decline(null), 'Declined: No reason supplied'],
  [decline(' '), 'Declined: No reason supplied'],
  [{ type: 'FCL:VIEW:CLOSE' }, 'Declined: Externally Halted'],
  [{ type: 'FCL:VIEW:RESPONSE', status: 'APPROVED' }, undefined],
  [{ type: 'FCL:VIEW:READY' }, undefined],
  [{ status: 'DECLINED', reason: 'by somebody else' }, undefined],
  ['FCL:VIEW:CLOSE', undefined],
  [null, undefined],
])('%j means %s', (message, reason) => expect(describeRefusal(message)).toBe(reason))

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
  'while a wallet is asked the page stays, and the last refusal is the reason; it signs: %s',
  async (signs) => {
    const target = new EventTarget()
    const post = (data: unknown) => target.dispatchEvent(new MessageEvent('message', { data }))
    vi.stubGlobal('window', target)
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    let getReason = (): string | undefined => 'not asked'
    const asked = observeWhile('https://wallet.example', (readReason) => {
      getReason = readReason
      return promise
    })
    expect([getReason(), await reload()]).toEqual([undefined, false])
    post(decline('First'))
    post({ type: 'FCL:VIEW:READY' })
    if (signs) resolve('signed')
    else reject(new Error('Declined'))
    await asked.catch(() => {})
    post(decline('Second'))
    expect([getReason(), await reload()]).toEqual(['Declined: First', true])
  },
)
