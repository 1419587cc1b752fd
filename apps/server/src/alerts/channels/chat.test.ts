import type { AlertMessage } from '@app/api/schemas/alert-data.ts'
import { expect, test } from 'vitest'
import { toTestAddress } from '../../testing/ledger.ts'
import { buildNoticeMessage, createLinkBuilder } from '../messages/build-messages.ts'
import { buildAccusedNotice, NOTICE_MS } from '../testing/insert-agent-notice.ts'
import { renderText } from './chat.ts'

const LINKS = createLinkBuilder({
  api: { webOrigins: ['https://dharma.example'] },
  links: { explorerTxUrl: 'https://example.org/{id}' },
})

test('a time is told as people write it', () => {
  const data = {
    ...{ address: toTestAddress(1), caseId: 'case-1' },
    openSince: '2026-11-22T12:00:59.000Z',
  }
  const links = { wallet: 'https://dharma.example/' }
  const message = { type: 'wallet.reminder', timestamp: '', data: { ...data, links } }
  expect(renderText(message as unknown as AlertMessage, (text) => text)).toContain(
    'since 22 Nov 2026, 12:00 UTC.',
  )
})

test('a text that is too long is cut between characters, before the link', () => {
  const notice = buildAccusedNotice({ action: 'flag', reason: '👨‍👩‍👧‍👦'.repeat(400) })
  const taken = { address: toTestAddress(1), id: 1, atMs: NOTICE_MS, caseId: 'case-1', notice }
  const text = renderText(buildNoticeMessage(taken, LINKS), (plain) => plain)
  expect(text.length).toBeLessThanOrEqual(1_900)
  expect(text).toMatch(/ (?:👨‍👩‍👧‍👦)+…\nhttps:/)
})

test.each([
  ['warn', 'warns about', 'Its owner can state its side, and appeal if a flag follows.'],
  ['flag', 'flagged', 'Its owner can appeal.'],
  [
    'propose_freeze',
    'proposes to freeze',
    'Its owner can state its side, and appeal if a freeze follows.',
  ],
] as const)(
  'a chat is told of an accusation by %s with what its owner can do',
  (...[action, verb, remedy]) => {
    const address = toTestAddress(1)
    const notice = buildAccusedNotice({ action, reason: 'It is so.' })
    const taken = { address, id: 1, atMs: NOTICE_MS, caseId: 'case-1', notice }
    const message = buildNoticeMessage(taken, LINKS)
    expect(renderText(message, (text) => text)).toBe(
      `Dharma Guard ${verb} ${address}. It is so. ${remedy}\nhttps://dharma.example/wallet/${address}`,
    )
  },
)
