import type { AlertData, AlertType } from '@app/api/schemas/alert-data.ts'
import { SAMPLE_STATEMENT } from '@app/api/testing/sample-statement.ts'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { draw } from '../../testing/draw.tsx'
import { describeNotice } from './describe-notice.ts'
import { InboxList } from './watch-card.tsx'

const ADDRESS = '0x179b6b1cb6755e31'
/** As the text of a notice names it. */
const NAME = '0x179b...5e31'
const SINCE = '2026-03-01T12:00:00.000Z'
const links = { wallet: `https://example.org/wallet/${ADDRESS}` }

const accusation: AlertData<'wallet.accused'> = {
  address: ADDRESS,
  caseId: 'case',
  checkedAt: SINCE,
  expiresAt: SINCE,
  statement: SAMPLE_STATEMENT,
  dispute: { how: 'Appeal', until: null },
  links,
  action: 'warn',
  reason: `Score of ${ADDRESS}: 18.2 of 100 (High Risk).`,
  txId: null,
}

const describe = <T extends AlertType>(type: T, data: AlertData<T>) =>
  describeNotice({ type, data })

test('a change of the level names both levels and scores', () => {
  const data: AlertData<'wallet.level_changed'> = {
    address: ADDRESS,
    score: 12.4,
    scoreBefore: 51.2,
    riskLevel: 'HIGH_RISK',
    riskLevelBefore: 'NORMAL',
    evidenceHash: 'ab'.repeat(32),
    links,
  }
  expect(describe('wallet.level_changed', data)).toEqual({
    tone: 'bad',
    title: 'Risk level changed',
    text: `${NAME}: ○ Normal → ✕ High Risk (51.2 → 12.4)`,
    addresses: [ADDRESS],
  })
  expect(describe('wallet.level_changed', { ...data, cause: 'rules' })).toMatchObject({
    title: 'The rules changed',
    text: `${NAME}: ○ Normal → ✕ High Risk (51.2 → 12.4)`,
  })
  const first = { ...data, scoreBefore: null, riskLevelBefore: null }
  expect(describe('wallet.level_changed', first).text).toBe(`${NAME}: ✕ High Risk (12.4)`)
})

test.each([
  ['warn', 'poor', 'The agent warns about a wallet'],
  ['flag', 'bad', 'A wallet was flagged'],
  ['propose_freeze', 'bad', 'A freeze was proposed'],
] as const)('an accusation by %s has its reason', (action, tone, title) => {
  const notice = describe('wallet.accused', { ...accusation, action })
  const text = `Score of ${NAME}: 18.2 of 100 (High Risk).`
  const isFlag = action === 'flag'
  expect(notice).toEqual({ tone, title, text, addresses: [ADDRESS], isFlag })
})

test.each([
  ['wallet.accused', 'flag', 'Appeal'],
  ['wallet.accused', 'warn', 'What its owner can do'],
  ['wallet.accused', 'propose_freeze', 'What its owner can do'],
  // It is about a flag or a warning.
  ['wallet.reminder', 'flag', 'What its owner can do'],
] as const)('%s by %s leads to: %s', (type, action, link) => {
  const data = { ...accusation, action, openSince: SINCE, reasonCode: 'listed' }
  const entry = { id: '1', type, timestamp: SINCE, data, isSeen: false }
  const html = draw(createElement(InboxList, { entries: [entry] }))
  const [, text] = /#status"[^>]*>(?:<span>)?([^<]+)</.exec(html) ?? []
  expect(text).toBe(link)
})

test('a reminder says since when', () => {
  const { action: _, reason: __, txId: ___, ...shared } = accusation
  const data = { ...shared, openSince: SINCE, reasonCode: 'listed' } as const
  const notice = describe('wallet.reminder', data)
  expect(notice).toMatchObject({ tone: 'poor', title: 'The danger lasts', addresses: [ADDRESS] })
  expect(notice.text).toMatch(
    /^0x179b\.\.\.5e31 has been accused since .*2026.*, because of a scam list \(reason code: listed\)$/,
  )
  const contact = describe('wallet.reminder', { ...data, reasonCode: 'contact' })
  expect(contact.text).toMatch(
    /because of money from or to a listed account \(reason code: contact\)$/,
  )
})

test('a clearance has its cause and the signed text', () => {
  const clearance = { text: 'Dharma Guard clearance', address: ADDRESS, keyIndex: 0 }
  const data = {
    address: ADDRESS,
    caseId: 'case',
    cause: 'a recheck no longer supports it',
    clearance: { ...clearance, signature: 'ab' },
    links,
  }
  expect(describe('wallet.cleared', data)).toEqual({
    tone: 'good',
    title: 'An accusation was withdrawn',
    text: `The accusation of ${NAME} was withdrawn because a recheck no longer supports it.`,
    addresses: [ADDRESS],
    clearance: clearance.text,
  })
})

test('a wallet that is active again is told', () => {
  const data = { address: ADDRESS, lastActiveAt: SINCE, activeAt: SINCE, quietDays: 91, links }
  expect(describe('wallet.active_again', data).text).toBe(`${NAME} was quiet for 91 days.`)
})

test('a digest counts, and shows each accusation in full', () => {
  const addresses = [ADDRESS, '0xf3fcd2c1a78f5eee'] as const
  // Earlier notices do not name the wallet.
  const second = { ...accusation, address: addresses[1], reason: 'Score 20 of 100 (High Risk).' }
  const data = {
    alertType: 'wallet.accused',
    count: 7,
    addresses: [...addresses],
    accusations: [accusation, second],
  }
  expect(describe('digest', data)).toEqual({
    tone: 'info',
    title: '7 accusations',
    text: `Score of ${NAME}: 18.2 of 100 (High Risk). 0xf3fc...5eee: Score 20 of 100 (High Risk).`,
    addresses,
  })
})

test('a notice with unknown data is shown by its type', () => {
  const data = { address: ADDRESS, somethingNew: 1 }
  expect(describeNotice({ type: 'wallet.accused', data })).toEqual({
    tone: 'neutral',
    title: 'wallet.accused',
    text: '',
    addresses: [ADDRESS],
  })
})
