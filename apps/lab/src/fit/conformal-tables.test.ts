import { buildConformalTable } from '@app/score/behaviour/conformal-table.ts'
import { createEmptyFacts } from '@app/score/empty-facts.ts'
import { ACCUSATIONS } from '@app/score/tables/conformal-tables.generated.ts'
import { expect, test } from 'vitest'
import type { LabelledWallet } from '../read-wallets.ts'
import {
  buildConformalTables,
  computeAccusationFigures,
  computeUnseenPValue,
  countAccusationsAlone,
  countAccusationsOfDay,
  formatAccusations,
} from './conformal-tables.ts'

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i)

function buildScored(label: string, wanted: readonly number[]): [LabelledWallet, number][] {
  return wanted.map((score, i) => {
    const wallet = { address: `${label}${i}`, label, isIllicit: label !== 'normal' }
    return [{ ...wallet, facts: createEmptyFacts() }, score]
  })
}

/** 999 ordinary wallets from 40 up, in steps of a tenth, and 250 illicit ones. */
const ORDINARY = buildScored(
  'normal',
  range(999).map((i) => 40 + Math.floor(i / 10) / 10),
)
const ILLICIT = buildScored('phishing', Array(250).fill(25))
const SETS = [{ name: 'made', wallets: [...ORDINARY, ...ILLICIT].map(([wallet]) => wallet) }]
const SCORES = new Map([...ORDINARY, ...ILLICIT])

test('a table counts the ordinary wallets with a score, of sets that have at least 800', () => {
  const [table] = buildConformalTables(SETS, SCORES)
  expect(table).toMatchObject({ set: 'made', wallets: 999 })
  expect(table?.tenths.slice(0, 2)).toEqual([400, 401])
  expect(table?.atOrBelow.slice(0, 2)).toEqual([10, 20])
  expect(buildConformalTables(SETS, new Map(ORDINARY.slice(0, 800)))[0]?.wallets).toBe(800)
  expect(buildConformalTables(SETS, new Map(ORDINARY.slice(0, 799)))).toEqual([])
})

test('an ordinary wallet is not compared with itself, and an illicit one with all', () => {
  const table = buildConformalTable('own', [30, 40, 50])
  expect(computeUnseenPValue([table], 30, 'own')).toBe(1 / 3)
  expect(computeUnseenPValue([table], 30, null)).toBe(2 / 4)
  expect(computeUnseenPValue([table], 30, 'another')).toBe(2 / 4)
  expect(computeUnseenPValue([table, buildConformalTable('two', [20, 21])], 30, 'own')).toBe(1)
})

test('accusations flag in HIGH_RISK when admitted, and otherwise warn', () => {
  const bad = { score: 29.9, pValue: 0.01 }
  const ordinary = Array(18).fill({ score: 50, pValue: 0.5 })
  const alone = countAccusationsOfDay(ordinary, [bad])
  expect(alone.illicit).toEqual({ wallets: 1, flagged: 0, warned: 1, suspected: 0 })
  const two = countAccusationsOfDay(ordinary, [bad, bad])
  expect(two.illicit).toEqual({ wallets: 2, flagged: 2, warned: 0, suspected: 0 })
  expect(two.ordinary).toEqual({ wallets: 18, flagged: 0, warned: 0, suspected: 0 })
})

test.each([
  ['never flag in SUSPICIOUS, however unusual', 30, 0.000_1, { suspected: 1 }],
  ['of a wallet that looks ordinary are none', 45, 0.01, { suspected: 0 }],
  ['of a usual wallet in SUSPICIOUS are none', 40, 0.2, { suspected: 0 }],
])('accusations %s', (_, score, pValue, counts) => {
  const none = { wallets: 1, flagged: 0, warned: 0 }
  expect(countAccusationsAlone([{ score, pValue }])).toEqual({ ...none, ...counts })
})

test('the figures judge every illicit wallet on one day, with all ordinary ones', () => {
  const figures = computeAccusationFigures(SETS, SCORES, buildConformalTables(SETS, SCORES))
  expect(figures.map(({ illicitShare, illicit }) => [illicitShare, illicit])).toEqual([
    [null, { wallets: 250, flagged: 250, warned: 0, suspected: 0 }],
    [0.01, { wallets: 250, flagged: 0, warned: 250, suspected: 0 }],
    [0.1, { wallets: 222, flagged: 222, warned: 0, suspected: 0 }],
  ])
  for (const { ordinary } of figures) expect(ordinary).toMatchObject({ wallets: 999, flagged: 0 })
})

test('the figures compare an ordinary wallet only with the others of its set', () => {
  const scores = [...Array(9).fill(60), 35]
  const all = new Map([...buildScored('normal', scores), ...ILLICIT])
  const sets = [{ name: 'made', wallets: [...all.keys()] }]
  const [alone] = computeAccusationFigures(sets, all, [buildConformalTable('made', scores)])
  expect(alone?.ordinary).toEqual({ wallets: 10, flagged: 0, warned: 0, suspected: 1 })
})

test('the figures have the day with most accusations of ordinary wallets', () => {
  const worse = new Map([...SCORES].map(([wallet, score], i) => [wallet, i < 5 ? 20 : score]))
  const tables = buildConformalTables(SETS, SCORES)
  const [, , busy] = computeAccusationFigures(SETS, worse, tables)
  expect(busy?.ordinary).toMatchObject({ wallets: 999, flagged: 5 })
})

test('a line of figures names the wallets that were judged', () => {
  expect(formatAccusations({ ...ACCUSATIONS[0]!, illicitShare: 0.1 })).toMatch(
    /^broad, illicit, 10 % illicit: ordinary \d+ of 3750 flagged, .*; illicit \d+ of 776 flagged/,
  )
})
