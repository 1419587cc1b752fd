import { expect, test } from 'vitest'
import { describeRefusal, observeWallet } from './observe-wallet.ts'

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
