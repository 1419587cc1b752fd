import type { Message } from '@app/api/schemas/message.ts'
import { toAddress } from '@app/values/address.ts'
import { describe, expect, test } from 'vitest'
import { SigningError } from '../wallet-session.ts'
import { buildOfferedText, checkMessage, type Intention } from './check-message.ts'

const ALICE = toAddress('0x179b6b1cb6755e31')
const MALLORY = '0xf3fcd2c1a78f5eee'
const OTHER = '0x01cf0e2f2f715450'

const vote: Intention = {
  address: ALICE,
  network: 'testnet',
  targetAddress: MALLORY,
  subject: { kind: 'vote', votes: [{ action: 'freeze', proposalId: 7, support: true }] },
}

const report: Intention = {
  ...vote,
  subject: { kind: 'report', reasonHash: 'cd'.repeat(32) },
}

const withdrawal: Intention = { ...vote, subject: { kind: 'report withdrawal' } }

const text = `Dharma Guard vote
Contract: 0xe03daebed8ca0615
Network: testnet
Proposal: 7
Action: freeze
Target: ${MALLORY}
Choice: for
Voter: ${ALICE}
Sequence: 9
Valid until: 2026-11-23 12:00 UTC`

const offered: Message = {
  text,
  sequence: 9,
  validUntil: Date.UTC(2026, 10, 23, 12) / 1000,
  series: 'votes',
  blockTime: Date.UTC(2026, 10, 22, 12) / 1000,
  maxValidity: 86_400,
  contract: '0xe03daebed8ca0615',
  network: 'testnet',
  actions: [{ name: 'freeze', targetAddress: MALLORY }],
}

describe('a text is signed as the documentation states it', () => {
  test('for a vote', () => expect(checkMessage(offered, vote)).toBe(text))

  test('for a proposal to recover a vault, with its recovery address', () => {
    const reasonHash = 'ab'.repeat(32)
    const expected = `Dharma Guard proposal
Contract: 0xe03daebed8ca0615
Network: testnet
Action: recover
Target: ${MALLORY}
Freeze: 4
Recovery address: ${OTHER}
Recovery address since: 2026-03-01 12:00 UTC
Recovery address before: none
Reason SHA-256: ${reasonHash}
Proposer: ${ALICE}
Sequence: 9
Valid until: 2026-11-23 12:00 UTC`
    const recovery: Message = {
      ...offered,
      text: expected,
      actions: [
        {
          name: 'recover',
          targetAddress: MALLORY,
          freezeNumber: 4,
          recoveryAddress: OTHER,
          recoveryAddressSince: Date.UTC(2026, 2, 1, 12) / 1000,
        },
      ],
    }
    const subject = { kind: 'proposal', action: 'recover', reasonHash } as const
    expect(checkMessage(recovery, { ...vote, subject })).toBe(expected)
  })

  test('for a report and its withdrawal, which have no action', () => {
    for (const intention of [report, withdrawal]) {
      const [text, message] = buildReportMessage(intention)
      expect(checkMessage(message, intention)).toBe(text)
    }
  })

  test('for a target that the user typed in capitals', () => {
    const capitals = { ...vote, targetAddress: '0xF3FCD2C1A78F5EEE' }
    expect(checkMessage(offered, capitals)).toBe(text)
  })
})

/** Returns the documented text for a report or its withdrawal, and the server's message with it. */
function buildReportMessage({ subject }: Intention): [string, Message] {
  const { actions: _, ...withoutAction } = offered
  const reason = 'reasonHash' in subject ? `\nReason SHA-256: ${subject.reasonHash}` : ''
  const content = `Dharma Guard ${subject.kind}
Contract: 0xe03daebed8ca0615
Network: testnet
Target: ${MALLORY}${reason}
Reporter: ${ALICE}
Sequence: 9
Valid until: 2026-11-23 12:00 UTC`
  return [content, { ...withoutAction, series: 'reports', text: content }]
}

const swap = (from: string, to: string) => ({ text: text.replace(from, to) })

test.each([
  ['the other choice', swap('Choice: for', 'Choice: against')],
  ['another proposal', swap('Proposal: 7', 'Proposal: 8')],
  ['another voter', swap(ALICE, OTHER)],
  ['a further line', { text: `${text}\nTarget: ${OTHER}` }],
  ['another number', { sequence: 10 }],
  ['another expiry', { validUntil: offered.validUntil + 60 }],
  ['an expiry within a minute', { validUntil: offered.validUntil + 1 }],
  ['an expiry beyond every date', { validUntil: 60 * 2 ** 46 }],
  ['a contract that is no address', { contract: 'somewhere' }],
  ['another network', { ...swap('testnet', 'local'), network: 'local' }],
  [
    'another target',
    { ...swap(MALLORY, OTHER), actions: [{ name: 'freeze', targetAddress: OTHER }] },
  ],
  [
    'another action',
    {
      ...swap('Action: freeze', 'Action: unfreeze'),
      actions: [{ name: 'unfreeze', targetAddress: MALLORY }],
    },
  ],
] satisfies [string, Partial<Message>][])(
  'a server that offers %s gets no signature',
  (_, change) => {
    const check = () => checkMessage({ ...offered, ...change }, vote)
    expect(check).toThrow(SigningError)
    expect(check).toThrow('Nothing was signed')
  },
)

test('a vote without its action, or a recovery without its address, gets no signature', () => {
  const { actions: _, ...withoutAction } = offered
  expect(() => checkMessage(withoutAction, vote)).toThrow(SigningError)
  expect(() => checkMessage({ ...offered, actions: [] }, vote)).toThrow(SigningError)
  const action = { name: 'recover', targetAddress: MALLORY, freezeNumber: 4 } as const
  const recovery: Message = { ...offered, actions: [action] }
  const ballot = { action: 'recover', proposalId: 7, support: true, freezeNumber: 4 } as const
  const subject = { kind: 'vote', votes: [ballot] } as const
  expect(() => checkMessage(recovery, { ...vote, subject })).toThrow(SigningError)
})

const ballots: Intention = {
  ...vote,
  subject: {
    kind: 'vote',
    votes: [
      { action: 'unfreeze', proposalId: 7, flagNumber: 2, freezeNumber: 4, support: true },
      { action: 'unfreeze', proposalId: 9, freezeNumber: 4, support: true },
    ],
  },
}

const BALLOT_LINES = `Proposal: 7
Action: unfreeze
Target: ${MALLORY}
Flag: 2
Freeze: 4
Choice: for
Proposal: 9
Action: unfreeze
Target: ${MALLORY}
Freeze: 4
Choice: for`

const offeredBallots: Message = {
  ...offered,
  text: text.replace(/Proposal: 7[\s\S]*Choice: for/, BALLOT_LINES),
  actions: [
    { name: 'unfreeze', targetAddress: MALLORY, flagNumber: 2, freezeNumber: 4 },
    { name: 'unfreeze', targetAddress: MALLORY, freezeNumber: 4 },
  ],
}

test('one text has the votes on all ballots of a topic, each with what it names', () =>
  expect(checkMessage(offeredBallots, ballots)).toBe(offeredBallots.text))

test.each([
  ['the other choice for one ballot', /Choice: for(?=\nVoter)/, 'Choice: against'],
  ['one ballot fewer', /Proposal: 9[\s\S]*(?=Voter)/, ''],
  ['another ballot', 'Proposal: 9', 'Proposal: 8'],
])('a server that offers %s gets no signature for several votes', (_, from, to) => {
  const message = { ...offeredBallots, text: offeredBallots.text.replace(from, to) }
  expect(message.text).not.toBe(offeredBallots.text)
  expect(() => checkMessage(message, ballots)).toThrow(SigningError)
})

test('a proposal that names another freeze than the page shows gets no vote', () => {
  const actions = offeredBallots.actions?.map((action) => ({ ...action, freezeNumber: 5 })) ?? []
  const message = { ...offeredBallots, text: BALLOT_LINES, actions }
  const other = { ...message, text: offeredBallots.text.replaceAll('Freeze: 4', 'Freeze: 5') }
  expect(() => checkMessage(other, ballots)).toThrow(SigningError)
})

test.each([
  ['another target', MALLORY, OTHER],
  ['another reason', 'cd'.repeat(32), 'ce'.repeat(32)],
  ['another reporter', ALICE, OTHER],
  ['a withdrawal', 'Dharma Guard report', 'Dharma Guard report withdrawal'],
])('a server that offers %s than that of the report gets no signature', (_, from, to) => {
  const [text, message] = buildReportMessage(report)
  const check = () => checkMessage({ ...message, text: text.replace(from, to) }, report)
  expect(check).toThrow(SigningError)
})

const { actions: _, ...withoutAction } = offered

const appeal: Intention = {
  ...vote,
  targetAddress: ALICE,
  subject: { kind: 'appeal', against: { flagNumber: 7 }, reasonHash: 'cd'.repeat(32) },
}

const statement: Intention = {
  ...appeal,
  subject: { kind: 'owner statement', caseId: 'case-7', textHash: 'cd'.repeat(32) },
}

/** Returns the server's message with the documented text, of which `lines` stand between network and end. */
function buildOwnMessage(kind: string, lines: readonly string[]): Message {
  const ownText = `Dharma Guard ${kind}
Contract: 0xe03daebed8ca0615
Network: testnet
${lines.join('\n')}
Sequence: 9
Valid until: 2026-11-23 12:00 UTC`
  return { ...withoutAction, series: 'appeals', text: ownText }
}

test.each([
  [{ flagNumber: 7 }, 'Flag: 7'],
  [{ freezeNumber: 3 }, 'Freeze: 3'],
])('an appeal is signed with the decision that it is against: %o', (against, line) => {
  const subject = { kind: 'appeal', against, reasonHash: 'cd'.repeat(32) } as const
  const lines = [line, `Reason SHA-256: ${subject.reasonHash}`, `Appellant: ${ALICE}`]
  const message = buildOwnMessage('appeal', lines)
  expect(checkMessage(message, { ...appeal, subject })).toBe(message.text)
  const other = { ...message, text: message.text.replace(/: \d\n/, ': 6\n') }
  expect(other.text).not.toBe(message.text)
  expect(() => checkMessage(other, { ...appeal, subject })).toThrow(SigningError)
})

test('a statement of an owner is signed with its case and the hash of its words', () => {
  const lines = ['Case: case-7', `Text SHA-256: ${'cd'.repeat(32)}`, `Owner: ${ALICE}`]
  const message = buildOwnMessage('owner statement', lines)
  expect(checkMessage(message, statement)).toBe(message.text)
  for (const [from, to] of [
    ['case-7', 'case-8'],
    ['cd'.repeat(32), 'ce'.repeat(32)],
    [ALICE, OTHER],
  ] as const) {
    const other = { ...message, text: message.text.replace(from, to) }
    expect(() => checkMessage(other, statement)).toThrow(SigningError)
  }
})

test('the text of a draft changes with its words alone, and with no number of another network', () => {
  const lines = ['Case: case-7', `Text SHA-256: ${'ab'.repeat(32)}`, `Owner: ${ALICE}`]
  const subject = { kind: 'owner statement', caseId: 'case-7', textHash: 'ab'.repeat(32) } as const
  const text = buildOfferedText(withoutAction, { ...statement, subject })
  expect(text).toBe(buildOwnMessage('owner statement', lines).text)
  const elsewhere = { ...withoutAction, network: 'local' } as const
  expect(() => buildOfferedText(elsewhere, statement)).toThrow(SigningError)
})
