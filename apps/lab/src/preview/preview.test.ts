import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toCanonicalFacts } from '@app/score/canonical/evidence-hash.ts'
import { createEmptyActivity, createEmptyFacts } from '@app/score/empty-facts.ts'
import { FACTOR_RULES } from '@app/score/factors/factors.ts'
import type { Facts } from '@app/score/facts.ts'
import { judge, judgeWithTables } from '@app/score/judge.ts'
import type { PointsTables } from '@app/score/points-table.ts'
import { POINTS_TABLES } from '@app/score/tables/points-tables.ts'
import { arbitraryFacts } from '@app/score/testing/arbitrary-facts.ts'
import { buildFacts, PASS_THROUGH_TRANSFERS } from '@app/score/testing/build-transfer.ts'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Engine } from '../measure-accuracy.ts'
import {
  compareWallets,
  computeScoreChange,
  formatPreview,
  hasLevelChange,
} from './compare-engines.ts'
import { parseTables } from './load-engine.ts'
import { readScoredWalletFacts } from './load-scored-wallet-facts.ts'
import { createEngineWithout } from './mute-reason.ts'

const ROWS = { code: 'many', inputs: ['transfers'], edges: [[10]], points: [0, 100] }
const buildTables = (change: object) => ({
  txFrequency: [{ ...ROWS, ...change }],
  largeOutFlow: [],
  onchainAge: [],
})

describe('a comparison', () => {
  const createEngine =
    (points: number): Engine =>
    (facts) =>
      judgeWithTables(parseTables('tables', buildTables({ points: [0, points] })), facts)
  const busy = { transfersIn: 100, transfersOut: 100, senders: 9, recipients: 9 }
  const wallets = [
    { address: 'idle', facts: createEmptyFacts() },
    {
      address: 'busy',
      facts: { ...createEmptyFacts(), activity: { ...createEmptyActivity(), ...busy } },
    },
  ]

  test('has the wallet with another score first, and lists only changes of levels', () => {
    const versions = { from: createEngine(0), to: createEngine(-5000) }
    const compared = compareWallets(versions, wallets)
    expect(compared.map(hasLevelChange)).toEqual([true, false])
    const report = formatPreview({ from: 'a', to: 'b', wallets: compared, accuracy: [] })
    expect(report).toContain('1 of 2 known wallets change their level.')
    expect(report).toMatch(/^ {2}busy {2}NORMAL → SUSPICIOUS +50\.0 → (\d+\.\d) \(−\d+\.\d\)$/m)
    expect(report).not.toContain('idle')
    expect(report).toMatch(/at the median, by \d+\.\d at most/)
  })

  test('of the same tables shows no change, and of no wallets no scores', () => {
    const versions = { from: createEngine(300), to: createEngine(300) }
    expect(compareWallets(versions, wallets).map(computeScoreChange)).toEqual([0, 0])
    const report = formatPreview({ from: 'a', to: 'b', wallets: [], accuracy: [] })
    expect(report).toContain('0 of 0 known wallets')
    expect(report).not.toContain('median')
  })
})

describe('tables of a file', () => {
  test('are unchanged after a JSON round trip', () => {
    const written = JSON.parse(JSON.stringify(POINTS_TABLES))
    expect(parseTables('shipped', written)).toEqual(POINTS_TABLES)
  })

  test.each([
    [{ inputs: ['toString'] }, 'txFrequency.0.inputs.0 must be equal to one of the allowed values'],
    [{ points: [0] }, 'txFrequency.0 (many) must have edges for each input and points for each'],
    [{ points: [0, '100'] }, 'txFrequency.0.points.1 must be number'],
    [{ edges: [[10], [2]] }, 'txFrequency.0 (many) must have edges for each input'],
  ])('with %j are refused, with their location', (change, fault) => {
    expect(() => parseTables('new.json', buildTables(change))).toThrow(`new.json: ${fault}`)
  })
})

describe('a file of evidence', () => {
  const facts = createEmptyFacts()
  const { chain, offchain } = toCanonicalFacts(facts)
  const entry = { inputs: { chain: JSON.parse(chain), offchain: JSON.parse(offchain) } }

  async function read(text: string) {
    const folder = await mkdtemp(join(tmpdir(), 'dharma-preview-test-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const path = join(folder, 'facts.json')
    await writeFile(path, text)
    return await readScoredWalletFacts(path)
  }

  test.each([
    ['one export', JSON.stringify(entry, null, 2), 1],
    ['a response of the API', JSON.stringify({ data: [entry, entry] }), 2],
    ['one entry per line', `${JSON.stringify(entry)}\n${JSON.stringify(entry)}\n`, 2],
  ])('is %s', async (_, text, count) => {
    expect(await read(text)).toEqual(Array(count).fill({ address: facts.address, facts }))
  })

  test('is refused with the place of what cannot be read', async () => {
    const broken = `${JSON.stringify(entry)}\r\n\rbroken\n`
    await expect(read(broken)).rejects.toThrow('line 3 is not JSON')
    const unknown = JSON.stringify({ inputs: { chain: {}, offchain: {} } })
    await expect(read(unknown)).rejects.toThrow(/facts\.json\[0\]: inputs\.chain/)
  })
})

describe('a muted reason', () => {
  const THIEF = buildFacts(PASS_THROUGH_TRANSFERS, [])
  const [token] = THIEF.tokens
  const { received, sent } = token!
  const groups = new Set(
    Object.values(POINTS_TABLES)
      .flat()
      .map(({ group }) => group),
  )
  const dropGroup = (group: string): PointsTables => ({
    txFrequency: POINTS_TABLES.txFrequency.filter((rows) => rows.group !== group),
    largeOutFlow: POINTS_TABLES.largeOutFlow.filter((rows) => rows.group !== group),
    onchainAge: POINTS_TABLES.onchainAge.filter((rows) => rows.group !== group),
  })

  test.each([...groups])('of group %s gives the scores of tables without its rows', (group) => {
    const muted = createEngineWithout(POINTS_TABLES, group)
    fc.assert(
      fc.property(arbitraryFacts, (facts) => {
        expect(muted(facts)).toEqual(judgeWithTables(dropGroup(group), facts))
      }),
      { numRuns: 50 },
    )
  })

  test('of one row leaves the other rows of its group', () => {
    const rows = POINTS_TABLES.largeOutFlow.find(({ group }) => group === 'passes_on')!
    const { score } = createEngineWithout(POINTS_TABLES, rows.code)(THIEF)
    expect(score).toBeGreaterThan(judge(THIEF).score)
    expect(score).toBeLessThan(createEngineWithout(POINTS_TABLES, 'passes_on')(THIEF).score)
  })

  const wallets = { wallets: 3, weight: 30_000 }
  const contact = {
    ...{ token: token!.token, counterparties: 1, transfersSwept: 0, unitsSwept: 0n },
    ...{ transfersIn: 4, unitsIn: received / 4n, transfersOut: 2, unitsOut: sent / 4n },
  }
  const ACCUSED: Facts = {
    ...THIEF,
    community: {
      ...{ visitorReports: 9, freezes: 1, appealsDenied: 1, appealsUpheld: 0 },
      ...{ reports: wallets, trustedReports: wallets, vouches: wallets, trustedVouches: wallets },
    },
    poisoning: { dusted: 9, lookAlikes: 6 },
    contacts: {
      listedCount: 3,
      entries: ([0, 1, 2] as const).map((hop) => ({ ...contact, hop })),
    },
  }
  /** What an accused wallet needs besides for some rules. */
  const more: Readonly<Record<string, Partial<Facts>>> = {
    listed: { listing: { source: 'list', confidence: 1 } },
    untraced_money: { unseen: received },
  }
  const costly = Object.values(FACTOR_RULES)
    .flatMap(({ signals }) => signals)
    .filter(({ worst }) => worst < 0)
    .map(({ code }) => code)

  test.each(costly)('%s is none any more, and changes nothing for others', (code) => {
    const facts = { ...ACCUSED, ...more[code] }
    expect(judge(facts).reasons.map((reason) => reason.code)).toContain(code)
    const engine = createEngineWithout(POINTS_TABLES, code)
    expect(engine(facts)).not.toEqual(judge(facts))
    expect(engine(facts)).not.toMatchObject({
      reasons: expect.arrayContaining([expect.objectContaining({ code })]),
    })
    expect(engine(createEmptyFacts())).toEqual(judge(createEmptyFacts()))
  })

  test('listed gives what the wallet would have without its entry', () => {
    const muted = createEngineWithout(POINTS_TABLES, 'listed')
    expect(muted({ ...ACCUSED, ...more.listed })).toEqual(judge(ACCUSED))
  })

  test('that nothing has is refused with those that can be muted', () => {
    expect(() => createEngineWithout(POINTS_TABLES, 'moon_phase')).toThrow(
      /No row or rule of the score has the code moon_phase\..*passes_on.*funding_hop_0/,
    )
  })
})
