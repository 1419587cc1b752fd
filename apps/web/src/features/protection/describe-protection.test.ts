import type { Protection } from '@app/api/schemas/protection.ts'
import { buildNothingHeld } from '@app/api/testing/nothing-held.ts'
import { SAMPLE_STATEMENT } from '@app/api/testing/sample-statement.ts'
import { expect, test } from 'vitest'
import { describeProtection, isAccused, isDisputable } from './describe-protection.ts'

const NOTHING_HELD = buildNothingHeld()

const NOW_MS = Date.UTC(2026, 2, 10, 12)
const HOUR_MS = 3_600_000
const formatTime = (hours: number) => new Date(NOW_MS + hours * HOUR_MS).toISOString()

const freeze: NonNullable<Protection['freeze']> = {
  number: 2,
  overruledAt: null,
  since: formatTime(-24),
  renewedAt: formatTime(-24),
  until: formatTime(48),
  proposalId: 3,
  isProtection: false,
}

const accusation: NonNullable<Protection['accusation']> = {
  caseId: 'case-1',
  reasonCode: 'behaviour',
  since: formatTime(0),
  statement: SAMPLE_STATEMENT,
}

const describe = (change: Partial<Protection>) =>
  describeProtection({ ...NOTHING_HELD, ...change }, NOW_MS)

test('a wallet without flag and freeze has no banner', () => expect(describe({})).toEqual([]))

test('a flag is shown in red, with its reason code and since when', () => {
  const flag = {
    number: 1,
    caseId: 'case-1',
    reasonCode: 'listed',
    flagger: NOTHING_HELD.address,
    since: formatTime(0),
  }
  const [line, ...others] = describe({ flag })
  expect(others).toEqual([])
  expect(line?.tone).toBe('bad')
  expect(line?.text).toMatch(
    /^Flagged since .*2026.*, because of a scam list \(reason code: listed\)$/,
  )
})

test('an accusation is a warning in red, and belongs to the flag that followed it', () => {
  const [warning] = describe({ accusation })
  expect(warning).toMatchObject({
    tone: 'bad',
    accusation,
    details: ['Who says so: the agent.'],
  })
  expect(warning?.isFlag).toBeUndefined()
  expect(warning?.text).toMatch(
    /^Warned about since .*2026.*, because of how it moves money \(reason code: behaviour\)$/,
  )
  const flag = { ...accusation, number: 1, flagger: NOTHING_HELD.address }
  const [flagged, ...others] = describe({ accusation, flag })
  expect(others).toEqual([])
  expect(flagged).toMatchObject({
    tone: 'bad',
    accusation,
    isFlag: true,
    details: [`Who says so: the agent, with the account ${NOTHING_HELD.address}.`],
  })
  expect(flagged?.text).toMatch(/^Flagged since /)
})

test('a flag for contact without its reasons says nothing about which way the money went', () => {
  const { statement: _, ...rest } = { ...accusation, reasonCode: 'contact' }
  const [line] = describe({ flag: { ...rest, number: 1, flagger: NOTHING_HELD.address } })
  expect(line?.text).toMatch(
    /because of money from or to a listed account \(reason code: contact\)$/,
  )
})

/** An accusation for contact, with the codes of its stated reasons. */
const accuseOfContact = (...codes: string[]): typeof accusation => {
  const shown = { factor: 'knownScamInteract', points: -14, text: '', headline: '' } as const
  const reasons = codes.map((code) => ({ ...shown, code, evidence: [] }))
  const statement = { ...accusation.statement, reasons, evidenceKinds: ['contact' as const] }
  return { ...accusation, reasonCode: 'contact', statement }
}

test.each([
  ['funding_hop_0', 'contact', /because of money from a listed account \(reason code: contact\)$/],
  ['payment_hop_0', 'contact', /because of money to a listed account \(reason code: contact\)$/],
  // A flag from before contact had a code of its own.
  ['funding_hop_1', 'listed', /because of money from a listed account \(reason code: listed\)$/],
])(
  'a wallet on no list, accused by %s, is not said to be on one by a flag for %s',
  (...[code, reasonCode, text]) => {
    const contact = accuseOfContact(code)
    const flag = { ...contact, reasonCode, number: 1, flagger: NOTHING_HELD.address }
    expect(describe({ accusation: contact, flag }).map((line) => line.text)).toEqual([
      expect.stringMatching(text),
    ])
    expect(describe({ accusation: contact })[0]?.text).toMatch(
      /^Warned about since .*listed account/,
    )
  },
)

test('a flag of another case is not said to be by the agent, and stands beside the warning', () => {
  const flag = {
    number: 1,
    caseId: 'case-2',
    reasonCode: 'listed',
    flagger: NOTHING_HELD.address,
    since: formatTime(0),
  }
  const [flagged, warning, ...others] = describe({ accusation, flag })
  expect(others).toEqual([])
  expect(flagged).toMatchObject({
    isFlag: true,
    details: [`Who says so: a flagger, with the account ${NOTHING_HELD.address}.`],
  })
  expect(flagged?.accusation).toBeUndefined()
  expect(warning).toMatchObject({ accusation, details: ['Who says so: the agent.'] })
})

test('a freeze is shown in red with its end', () => {
  const [line] = describe({ freeze })
  expect(line).toMatchObject({ tone: 'bad', proposalId: 3 })
  expect(line?.text).toMatch(/^Frozen by vote until .*2026/)
  expect(line?.countdown?.atMs).toBe(NOW_MS + 48 * HOUR_MS)
})

test('a freeze says what it cannot do, whether it accuses or protects', () => {
  for (const isProtection of [false, true]) {
    const [line] = describe({ freeze: { ...freeze, isProtection } })
    expect(line?.effect).toMatch(/^A Flow contract cannot freeze what is in somebody’s account: /)
  }
  expect(describe({ accusation })[0]?.effect).toBeUndefined()
})

test('a protection by vote is no accusation, and neither is its recovery', () => {
  const recovery = { proposalId: 4, status: 'approved', executableFrom: formatTime(5) }
  const lines = describe({ freeze: { ...freeze, isProtection: true }, recovery })
  expect(lines.map(({ tone }) => tone)).toEqual(['info', 'info'])
  expect(lines[0]?.text).toMatch(/^Protected by vote until /)
  expect(lines[1]).toEqual({
    tone: 'info',
    text: 'A recovery of its guarded vault is approved and waits',
    countdown: { text: 'can be executed', atMs: NOW_MS + 5 * HOUR_MS },
    proposalId: 4,
  })
})

test('a protection by vote says what was held when it was proposed where something is held now', () => {
  const protecting = { ...freeze, isProtection: true }
  const readGround = (change: Partial<Protection>) =>
    describe({ freeze: protecting, ...change }).find(({ tone }) => tone === 'info')?.details?.[0]
  const who = ': the community, by its vote on proposal #3, protects its guarded vault.'
  expect(readGround({})).toBe(`Nothing is held against this wallet${who}`)
  for (const change of [{ accusation }, { labels: [label] }]) {
    expect(readGround(change)).toBe(`Nothing was held against it when this was proposed${who}`)
  }
})

test('a freeze that a vote decided to end says so', () => {
  const [line] = describe({ freeze: { ...freeze, overruledAt: formatTime(-2) } })
  expect(line?.details).toHaveLength(2)
  expect(line?.details?.at(-1)).toMatch(/^A vote decided on .*2026.* to end this freeze/)
})

test('a freeze that has lapsed is not shown', () => {
  expect(describe({ freeze: { ...freeze, until: formatTime(0) } })).toEqual([])
})

test.each([
  ['active', null, ['A recovery of its guarded vault is open for votes']],
  ['approved', formatTime(0), ['A recovery of its guarded vault is approved']],
  ['executed', null, []],
  ['expired', formatTime(5), []],
])('a recovery with status %s, executable from %s, reads %j', (status, executableFrom, texts) => {
  const lines = describe({ recovery: { proposalId: 4, status, executableFrom } })
  expect(lines.map(({ text }) => text)).toEqual(texts)
})

test('only an open appeal is shown, with the time that is left', () => {
  const appeal = {
    id: 8,
    against: 'freeze',
    number: 2,
    outcome: 'open',
    openedAt: formatTime(-1),
    deadline: formatTime(23),
  } as const
  const appeals = [appeal, { ...appeal, id: 5, outcome: 'void' as const }]
  expect(describe({ appeals })).toEqual([
    {
      tone: 'neutral',
      text: 'An appeal against the freeze is open',
      countdown: { text: 'ends', atMs: NOW_MS + 23 * HOUR_MS },
      proposalId: 8,
    },
  ])
})

const label: Protection['labels'][number] = {
  source: 'Example scam list',
  kind: 'scam',
  reason: 'Phishing in March',
  since: formatTime(-240),
  confidence: 0.8,
  contact: 'issues of example/list',
}

test('a list that names the wallet is shown in red, with its keeper, date, confidence and contact', () => {
  const [line, ...others] = describe({ labels: [label] })
  expect(others).toEqual([])
  expect(line?.tone).toBe('bad')
  expect(line?.text).toMatch(/^On the scam list “Example scam list” since .*2026/)
  expect(line?.details).toEqual([
    'Who says so: the keeper of the list, with a confidence of 80%.',
    'On what: Phishing in March',
    'To dispute the entry, write to its keeper: issues of example/list',
  ])
  const [bare] = describe({ labels: [{ ...label, reason: null, contact: null }] })
  expect(bare?.details).toHaveLength(2)
  expect(bare?.details?.at(-1)).toBe('The keeper of the list gives no address to write to.')
})

test('a wallet that was robbed is shown in blue as a victim', () => {
  const flags = ['Insufficient data', 'Robbed by an account on the scam list']
  expect(describeProtection(NOTHING_HELD, NOW_MS, flags)).toMatchObject([
    { tone: 'info', text: 'A victim: money was stolen from this wallet' },
  ])
  expect(describeProtection(NOTHING_HELD, NOW_MS, ['Insufficient data'])).toEqual([])
})

test('a wallet is accused by a flag, a warning, a list and a freeze that does not protect it', () => {
  const isAccusedWith = (change: Partial<Protection>) =>
    isAccused({ ...NOTHING_HELD, ...change }, NOW_MS)
  const flag = {
    number: 1,
    caseId: 'c',
    reasonCode: 'listed',
    flagger: NOTHING_HELD.address,
    since: formatTime(0),
  }
  expect(isAccusedWith({})).toBe(false)
  expect(isAccusedWith({ flag })).toBe(true)
  expect(isAccusedWith({ labels: [label] })).toBe(true)
  expect(isAccusedWith({ freeze })).toBe(true)
  expect(isAccusedWith({ freeze: { ...freeze, isProtection: true } })).toBe(false)
  expect(isAccusedWith({ freeze: { ...freeze, until: formatTime(-1) } })).toBe(false)
})

test('a protection stays disputable after its last remedy, the appeal, was used', () => {
  const isDisputableWith = (change: Partial<Protection>) =>
    isDisputable({ ...NOTHING_HELD, freeze: { ...freeze, isProtection: true }, ...change }, NOW_MS)
  const appeal: Protection['appeals'][number] = {
    id: 5,
    against: 'freeze',
    number: 2,
    outcome: 'open',
    openedAt: formatTime(-1),
    deadline: formatTime(23),
  }
  expect(isDisputableWith({})).toBe(false)
  expect(isDisputableWith({ remedies: [{ kind: 'appeal_freeze', text: '', until: null }] })).toBe(
    true,
  )
  expect(isDisputableWith({ appeals: [appeal] })).toBe(true)
  expect(isDisputableWith({ appeals: [{ ...appeal, outcome: 'denied' }] })).toBe(false)
})
