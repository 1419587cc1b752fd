import type { Message } from '@app/api/schemas/message.ts'
import { toAddress } from '@app/values/address.ts'
import { expect, test } from 'vitest'
import { SigningError } from '../wallet-session.ts'
import { buildOfferedText, checkMessage, type Intention, type Subject } from './check-message.ts'

const ALICE = toAddress('0x179b6b1cb6755e31')
const MALLORY = '0xf3fcd2c1a78f5eee'
const OTHER = '0x01cf0e2f2f715450'
const HASH = 'cd'.repeat(32)
const VALID_UNTIL = Date.UTC(2026, 10, 23, 12) / 1000

const buildText = (kind: string, lines: readonly string[]): string =>
  [
    `Dharma Guard ${kind}`,
    'Contract: 0xe03daebed8ca0615',
    'Network: testnet',
    ...lines,
    'Sequence: 9',
    'Valid until: 2026-11-23 12:00 UTC',
  ].join('\n')

const offer = (text: string, actions?: Message['actions']): Message => ({
  ...{ text, sequence: 9, validUntil: VALID_UNTIL, maxValidity: 86_400 },
  ...{ blockTime: VALID_UNTIL - 86_400, contract: '0xe03daebed8ca0615' },
  series: 'votes',
  network: 'testnet',
  ...(actions && { actions }),
})

const intend = (subject: Subject, targetAddress = MALLORY): Intention => ({
  address: ALICE,
  network: 'testnet',
  targetAddress,
  subject,
})

const FREEZE = { name: 'freeze', targetAddress: MALLORY } as const
const RECOVER = {
  name: 'recover',
  targetAddress: MALLORY,
  freezeNumber: 4,
  recoveryAddress: OTHER,
  recoveryAddressSince: Date.UTC(2026, 2, 1, 12) / 1000,
} as const
const LIFTS = [
  { name: 'unfreeze', targetAddress: MALLORY, flagNumber: 2, freezeNumber: 4 },
  { name: 'unfreeze', targetAddress: MALLORY, freezeNumber: 4 },
] as const

const vote: Subject = {
  kind: 'vote',
  votes: [{ action: 'freeze', proposalId: 7, support: true }],
}
const ballots: Subject = {
  kind: 'vote',
  votes: [
    { action: 'unfreeze', proposalId: 7, flagNumber: 2, freezeNumber: 4, support: true },
    { action: 'unfreeze', proposalId: 9, freezeNumber: 4, support: true },
  ],
}
const voteLines = [
  ...['Proposal: 7', 'Action: freeze', `Target: ${MALLORY}`, 'Choice: for', `Voter: ${ALICE}`],
]
const ballotLines = [
  ...['Proposal: 7', 'Action: unfreeze', `Target: ${MALLORY}`, 'Flag: 2', 'Freeze: 4'],
  ...['Choice: for', 'Proposal: 9', 'Action: unfreeze', `Target: ${MALLORY}`, 'Freeze: 4'],
  ...['Choice: for', `Voter: ${ALICE}`],
]
const appealLines = [`Reason SHA-256: ${HASH}`, `Appellant: ${ALICE}`]

/** What is wanted, with the documented text for it and the actions that the server adds. */
const DOCUMENTED: [Subject, kind: string, lines: string[], actions?: Message['actions']][] = [
  [vote, 'vote', voteLines, [FREEZE]],
  [ballots, 'vote', ballotLines, [...LIFTS]],
  [
    { kind: 'proposal', action: 'recover', reasonHash: HASH },
    'proposal',
    [
      ...['Action: recover', `Target: ${MALLORY}`, 'Freeze: 4', `Recovery address: ${OTHER}`],
      ...['Recovery address since: 2026-03-01 12:00 UTC', 'Recovery address before: none'],
      ...[`Reason SHA-256: ${HASH}`, `Proposer: ${ALICE}`],
    ],
    [RECOVER],
  ],
  [
    { kind: 'report', reasonHash: HASH },
    'report',
    [`Target: ${MALLORY}`, `Reason SHA-256: ${HASH}`, `Reporter: ${ALICE}`],
  ],
  [
    { kind: 'report withdrawal' },
    'report withdrawal',
    [`Target: ${MALLORY}`, `Reporter: ${ALICE}`],
  ],
  [
    { kind: 'appeal', against: { flagNumber: 7 }, reasonHash: HASH },
    'appeal',
    ['Flag: 7', ...appealLines],
  ],
  [
    { kind: 'appeal', against: { freezeNumber: 3 }, reasonHash: HASH },
    'appeal',
    ['Freeze: 3', ...appealLines],
  ],
  [
    { kind: 'owner statement', caseId: 'case-7', textHash: HASH },
    'owner statement',
    ['Case: case-7', `Text SHA-256: ${HASH}`, `Owner: ${ALICE}`],
  ],
]

test.each(DOCUMENTED)(
  '%j is signed as the documentation states it',
  (subject, kind, lines, actions) => {
    const text = buildText(kind, lines)
    expect(checkMessage(offer(text, actions), intend(subject))).toBe(text)
    expect(
      checkMessage(offer(text, actions), intend(subject, MALLORY.toUpperCase().replace('X', 'x'))),
    ).toBe(text)
  },
)

test.each(DOCUMENTED)(
  '%j gets no signature with any line of another content',
  (subject, kind, lines, actions) => {
    const text = buildText(kind, lines)
    const rows = text.split('\n')
    for (const [index, row] of rows.entries()) {
      const others = [
        `${row}0`,
        row.replace(/\w(?=\W*$)/, 'x'),
        `${row}\nTarget: ${OTHER}`,
        undefined,
      ]
      for (const other of others) {
        const changed = rows.flatMap((one, at) => (at === index ? (other ?? []) : one)).join('\n')
        const check = () => checkMessage(offer(changed, actions), intend(subject))
        expect(check, changed).toThrow(SigningError)
        expect(check).toThrow('Nothing was signed')
      }
    }
  },
)

const text = buildText('vote', voteLines)
const swap = (from: string, to: string) => text.replace(from, to)

test.each<[string, Partial<Message>]>([
  ['another number', { sequence: 10 }],
  ['another expiry', { validUntil: VALID_UNTIL + 60 }],
  ['an expiry within a minute', { validUntil: VALID_UNTIL + 1 }],
  ['an expiry beyond every date', { validUntil: 60 * 2 ** 46 }],
  ['a contract that is no address', { contract: 'somewhere' }],
  ['another network', { text: swap('testnet', 'local'), network: 'local' }],
  [
    'another target',
    { text: swap(MALLORY, OTHER), actions: [{ name: 'freeze', targetAddress: OTHER }] },
  ],
  [
    'another action',
    {
      text: swap('Action: freeze', 'Action: unfreeze'),
      actions: [{ name: 'unfreeze', targetAddress: MALLORY }],
    },
  ],
  ['no action', { actions: [] }],
])('a server that offers %s gets no signature', (_, change) => {
  const check = () => checkMessage({ ...offer(text, [FREEZE]), ...change }, intend(vote))
  expect(check).toThrow(SigningError)
})

test('a vote on another freeze than the page shows, or on a recovery without its address, gets no signature', () => {
  const actions = LIFTS.map((action) => ({ ...action, freezeNumber: 5 }))
  const other = buildText('vote', ballotLines).replaceAll('Freeze: 4', 'Freeze: 5')
  expect(() => checkMessage(offer(other, actions), intend(ballots))).toThrow(SigningError)
  const { recoveryAddress: _, ...unnamed } = RECOVER
  const ballot = { action: 'recover', proposalId: 7, support: true, freezeNumber: 4 } as const
  const recovery = intend({ kind: 'vote', votes: [ballot] })
  expect(() => checkMessage(offer(text, [unnamed]), recovery)).toThrow(SigningError)
})

test('the text of a draft changes with its words alone', () => {
  const words = 'ab'.repeat(32)
  const statement = { kind: 'owner statement', caseId: 'case-7', textHash: words } as const
  expect(buildOfferedText(offer(''), intend(statement))).toContain(`Text SHA-256: ${words}\n`)
})
