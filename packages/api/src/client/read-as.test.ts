import { FACTORS } from '@app/values/factor.ts'
import { expect, test } from 'vitest'
import { getExample } from '../openapi/get-example.ts'
import { getAgentHistory, getAgentStatus } from '../routes/agent.ts'
import { listProposals } from '../routes/governance.ts'
import { ROUTES } from '../routes/routes.ts'
import { getOnchainScore, getScore } from '../routes/score.ts'
import { readAs } from './read-as.ts'

const score = getExample(getScore)
const onchain = getExample(getOnchainScore)
const status = getExample(getAgentStatus)
const [proposal] = getExample(listProposals)
const [entry] = getExample(getAgentHistory)

/** The same JSON with every number as a text. */
const toTexts = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, one) => (typeof one === 'number' ? `${one}` : one))

test.each(ROUTES.filter(({ contentType }) => contentType === undefined))(
  'reads its own answer to $operationId as it is, and with its numbers as texts',
  (route) => {
    const data = route.dataExample ?? getExample(route)
    expect(readAs(route.data, data)).toEqual(data)
    if (hasOpenValues(data)) return
    expect(readAs(route.data, toTexts(data))).toEqual(data)
  },
)

/** Values that the schema leaves open stay as they came. */
const hasOpenValues = (data: unknown) =>
  /"(?:details|inputs|pointer|data|lists)":/.test(JSON.stringify(data))

test('reads what section 3 of the spec has of a score, and fills in the rest', () => {
  const { address, version, metadata, breakdown } = score
  const own = { score: '45.5', address: address.toUpperCase().replace('X', 'x'), version: 1.4 }
  const reading = readAs(getScore.data, {
    ...own,
    breakdown: toTexts(breakdown),
    metadata: { ...metadata, riskLevel: 'trusted', confidence: '0.5', flags: null },
    published: null,
    txId: null,
  })
  expect(reading).toMatchObject({ score: 45.5, address, version: '1.4', breakdown, reasons: [] })
  expect(reading?.metadata).toEqual({
    ...metadata,
    riskLevel: 'TRUSTED',
    confidence: 0.5,
    flags: [],
  })
  expect(reading?.weights.largeOutFlow).toBe(0.25)
  expect(Object.keys(reading?.findings ?? {})).toEqual([...FACTORS])
  expect(reading).not.toHaveProperty('txId')
  expect(readAs(getScore.data, { ...score, version })).toEqual(score)
})

test('reads what section 3 of the spec has of a proposal', () => {
  const own = {
    id: '7',
    action: 'Pause',
    targetAddress: proposal?.targetAddress,
    proposer: proposal?.proposer,
    reason: 'A reason',
    status: 'EXECUTED',
    votesFor: '199',
    votesAgainst: '1',
    createdAt: '1767225600.00000000',
  }
  const expected = { id: 7, action: 'Pause', status: 'executed', votesFor: 199, votesAgainst: 1 }
  const [reading] = readAs(listProposals.data, [own]) ?? []
  expect(reading).toMatchObject({ ...expected, createdAt: 1_767_225_600, title: '', health: {} })
  expect(readAs(listProposals.data, [{ ...own, status: 'On hold' }])).toMatchObject([
    { status: 'On hold' },
  ])
})

test.each([
  [
    { id: ' 7 ', votesFor: '+5', votesAgainst: '5.' },
    { id: 7, votesFor: 5, votesAgainst: 5 },
  ],
  [
    { action: ' Freeze', status: 'ACTIVE\n' },
    { action: 'freeze', status: 'active' },
  ],
  [{ targetAddress: ` ${proposal?.targetAddress}` }, { targetAddress: proposal?.targetAddress }],
  [{ createdAt: '2026-03-01T12:00:00Z' }, { createdAt: 1_772_366_400 }],
  [{ createdAt: 1_772_366_400_123 }, { createdAt: 1_772_366_400 }],
  [{ createdAt: '1772366400.9' }, { createdAt: 1_772_366_400 }],
  [{ isAppeal: 'True' }, { isAppeal: true }],
])('reads a proposal with %j', (change, expected) => {
  expect(readAs(listProposals.data, [{ ...proposal, ...change }])).toEqual([
    { ...proposal, ...expected },
  ])
})

test('reads shares that a computer has added up', () => {
  const breakdown = { ...score.breakdown, txFrequency: 1.0000000000000002 }
  const reading = readAs(getScore.data, { ...score, score: 100.00000000000001, breakdown })
  expect(reading).toMatchObject({ score: 100, breakdown: { txFrequency: 1 } })
})

test('reads what section 3 of the spec has of the status of the agent', () => {
  const { config, totalActions, successfulActions, failedActions, processedAddresses } = status
  const counts = { totalActions, successfulActions, failedActions, processedAddresses }
  expect(
    readAs(getAgentStatus.data, toTexts({ config: { ...config, enabled: 'true' }, ...counts })),
  ).toMatchObject({
    config,
    ...counts,
    judgedLastDay: 0,
  })
})

test.each([
  ['2026-03-01T12:00:00+01:00', '2026-03-01T12:00:00+01:00'],
  ['2026-03-01T12:00:00.123456', '2026-03-01T12:00:00.123Z'],
  ['2026-03-01 12:00:00', '2026-03-01T12:00:00.000Z'],
  ['2026-03-01T13:00:00+0100', '2026-03-01T12:00:00.000Z'],
  ['2026-03-01', '2026-03-01T00:00:00.000Z'],
  ['Sun, 01 Mar 2026 12:00:00 GMT', '2026-03-01T12:00:00.000Z'],
  ['1772366400', '2026-03-01T12:00:00.000Z'],
  [1_772_366_400, '2026-03-01T12:00:00.000Z'],
  [1_772_366_400_000, '2026-03-01T12:00:00.000Z'],
])('reads the time %j as %s', (timestamp, expected) => {
  expect(readAs(getAgentHistory.data, [{ ...entry, timestamp }])).toEqual([
    { ...entry, timestamp: expected },
  ])
})

test.each([
  '',
  'yesterday',
  'foo 2026',
  '2026-13-01',
  '2026-03-01T25:00:00Z',
  true,
  null,
  {},
  9e15,
])('the time %j cannot be read', (timestamp) => {
  expect(readAs(getAgentHistory.data, [{ ...entry, timestamp }, entry])).toEqual([entry])
})

test.each([
  { id: '' },
  { id: '7.5' },
  { id: '9007199254740993' },
  { id: null },
  { votesFor: 'many' },
  { votesFor: Number.NaN },
  { votesAgainst: '0x10' },
  { createdAt: 1e16 },
  { targetAddress: '0x1' },
  { status: 7 },
  { reason: undefined },
])('a proposal with %j is left out, and the others stay', (change) => {
  const rows: unknown[] = []
  const list = [{ ...proposal, ...change }, proposal, 'none', [proposal]]
  expect(readAs(listProposals.data, list, (row) => rows.push(row))).toEqual([proposal])
  expect(rows).toHaveLength(3)
})

test.each([{ level: 'unknown' }, { score: '101' }, { score: true }, { breakdown: {} }])(
  'a record with %j cannot be read: nothing is made up',
  (change) => {
    expect(readAs(getOnchainScore.data, { ...onchain, ...change })).toBeUndefined()
  },
)

test('rows within an answer are read like lists, and fields that the schema does not name stay', () => {
  const reasons = [{ ...score.reasons[0], points: '−3' }, score.reasons[0]]
  const reading = readAs(getScore.data, { ...score, reasons, more: 1 })
  expect(reading).toEqual({ ...score, reasons: [score.reasons[0]], more: 1 })
})
