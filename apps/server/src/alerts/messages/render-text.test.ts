import { expect, test } from 'vitest'
import { toTestAddress } from '../../testing/ledger.ts'
import { buildAccusedNotice, NOTICE_MS } from '../testing/insert-agent-notice.ts'
import { buildNoticeMessage, createLinkBuilder } from './build-messages.ts'
import { renderText } from './render-text.ts'

const LINKS = createLinkBuilder({
  api: { webOrigins: ['https://dharma.example'] },
  links: { explorerTxUrl: 'https://example.org/{id}' },
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
