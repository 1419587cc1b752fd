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
  ...{ address: ADDRESS, caseId: 'case', checkedAt: SINCE, expiresAt: SINCE, txId: null, links },
  ...{ statement: SAMPLE_STATEMENT, dispute: { how: 'Appeal', until: null } },
  action: 'warn',
  reason: `Score of ${ADDRESS}: 18.2 of 100 (High Risk).`,
}
const reminder = { ...accusation, openSince: SINCE, reasonCode: 'listed' }
const change: AlertData<'wallet.level_changed'> = {
  ...{ address: ADDRESS, score: 12.4, scoreBefore: 51.2, evidenceHash: 'ab'.repeat(32), links },
  riskLevel: 'HIGH_RISK',
  riskLevelBefore: 'NORMAL',
}
const changed = `${NAME}: ○ Normal → ✕ High Risk (51.2 → 12.4)`
const text = 'Dharma Guard clearance'
const cleared = {
  ...{ address: ADDRESS, caseId: 'case', cause: 'a recheck no longer supports it', links },
  clearance: { text, address: ADDRESS, keyIndex: 0, signature: 'ab' },
}

test.each<[AlertType, object, title: string, text: string | RegExp]>([
  ['wallet.level_changed', change, 'bad: Risk level changed', changed],
  ['wallet.level_changed', { ...change, cause: 'rules' }, 'bad: The rules changed', changed],
  [
    'wallet.level_changed',
    { ...change, scoreBefore: null, riskLevelBefore: null },
    'bad: Risk level changed',
    `${NAME}: ✕ High Risk (12.4)`,
  ],
  [
    'wallet.accused',
    accusation,
    'poor: The agent warns about a wallet',
    `Score of ${NAME}: 18.2 of 100 (High Risk).`,
  ],
  ['wallet.accused', { ...accusation, action: 'flag' }, 'bad: A wallet was flagged', /^Score of/],
  [
    'wallet.accused',
    { ...accusation, action: 'propose_freeze' },
    'bad: A freeze was proposed',
    /^Score of/,
  ],
  [
    'wallet.reminder',
    reminder,
    'poor: The danger lasts',
    /^0x179b\.\.\.5e31 has been accused since .*2026.*, because of a scam list$/,
  ],
  [
    'wallet.cleared',
    cleared,
    'good: An accusation was withdrawn',
    `The accusation of ${NAME} was withdrawn because a recheck no longer supports it.`,
  ],
  [
    'wallet.active_again',
    { address: ADDRESS, lastActiveAt: SINCE, activeAt: SINCE, quietDays: 91, links },
    'info: A wallet is active again',
    `${NAME} was quiet for 91 days.`,
  ],
  // One with unknown data.
  ['wallet.accused', { address: ADDRESS, somethingNew: 1 }, 'neutral: wallet.accused', ''],
])('a notice of the type %s with %o is told', (type, data, title, said) => {
  const notice = describeNotice({ type, data })
  expect(notice.addresses).toEqual([ADDRESS])
  expect(`${notice.tone}: ${notice.title}`).toBe(title)
  expect(notice.text).toEqual(typeof said === 'string' ? said : expect.stringMatching(said))
})

test('a clearance has the signed text', () => {
  expect(describeNotice({ type: 'wallet.cleared', data: cleared }).clearance).toBe(text)
})

test.each([
  ['wallet.accused', 'flag', 'Appeal'],
  ['wallet.accused', 'warn', 'What its owner can do'],
  ['wallet.accused', 'propose_freeze', 'What its owner can do'],
  // It is about a flag or a warning.
  ['wallet.reminder', 'flag', 'What its owner can do'],
] as const)('%s by %s leads to: %s', (type, action, link) => {
  const entry = { id: '1', type, timestamp: SINCE, data: { ...reminder, action }, isSeen: false }
  const html = draw(createElement(InboxList, { entries: [entry] }))
  expect(/#status"[^>]*>(?:<span>)?([^<]+)</.exec(html)?.[1]).toBe(link)
})

test('a digest counts, and shows each accusation in full', () => {
  const addresses = [ADDRESS, '0xf3fcd2c1a78f5eee']
  // Earlier notices do not name the wallet.
  const second = { ...accusation, address: addresses[1], reason: 'Score 20 of 100 (High Risk).' }
  const accusations = [accusation, second]
  const data = { alertType: 'wallet.accused', count: 7, addresses, accusations }
  expect(describeNotice({ type: 'digest', data })).toEqual({
    tone: 'info',
    title: '7 accusations',
    text: `Score of ${NAME}: 18.2 of 100 (High Risk). 0xf3fc...5eee: Score 20 of 100 (High Risk).`,
    addresses,
  })
})
