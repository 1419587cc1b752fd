import { buildConformalTable } from '@app/score/behaviour/conformal-table.ts'
import { createEmptyFacts } from '@app/score/empty-facts.ts'
import type { AccusationFigures } from '@app/score/tables/accuracy.ts'
import { ACCUSATIONS, CONFORMAL_TABLES } from '@app/score/tables/conformal-tables.generated.ts'
import { describe, expect, test } from 'vitest'
import type { LabelledWallet } from '../read-wallets.ts'
import {
  buildConformalTables,
  computeAccusationFigures,
  computeUnseenPValue,
  countAccusationsAlone,
  countAccusationsOfDay,
  formatAccusations,
  renderConformalTables,
} from './conformal-tables.ts'

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i)

/** Builds wallets of one set with the given scores. */
function buildScored(label: string, wanted: readonly number[]): [LabelledWallet, number][] {
  return wanted.map((score, i) => {
    const wallet = { address: `${label}${i}`, label, isIllicit: label !== 'normal' }
    return [{ ...wallet, facts: createEmptyFacts() }, score]
  })
}

/** 999 ordinary wallets from 40 up, in steps of a tenth. */
const ORDINARY = buildScored(
  'normal',
  range(999).map((i) => 40 + Math.floor(i / 10) / 10),
)

describe('buildConformalTables', () => {
  test('counts the ordinary wallets of sets that have at least 800', () => {
    const illicit = buildScored('phishing', range(50))
    const few = ORDINARY.slice(0, 799)
    const sets = [
      { name: 'many', wallets: [...ORDINARY, ...illicit].map(([wallet]) => wallet) },
      { name: 'few', wallets: few.map(([wallet]) => wallet) },
    ]
    const [table, ...others] = buildConformalTables(sets, new Map([...ORDINARY, ...illicit]))
    expect(others).toEqual([])
    expect(table).toMatchObject({ set: 'many', wallets: 999 })
    expect(table?.tenths.slice(0, 2)).toEqual([400, 401])
    expect(table?.atOrBelow.slice(0, 2)).toEqual([10, 20])
  })

  test('leaves out wallets without a score', () => {
    const sets = [{ name: 'many', wallets: ORDINARY.map(([wallet]) => wallet) }]
    expect(buildConformalTables(sets, new Map(ORDINARY.slice(0, 800)))[0]?.wallets).toBe(800)
    expect(buildConformalTables(sets, new Map(ORDINARY.slice(0, 799)))).toEqual([])
  })
})

test('an ordinary wallet is not compared with itself, and an illicit one with all', () => {
  const table = buildConformalTable('own', [30, 40, 50])
  expect(computeUnseenPValue([table], 30, 'own')).toBe(1 / 3)
  expect(computeUnseenPValue([table], 30, null)).toBe(2 / 4)
  expect(computeUnseenPValue([table], 30, 'another')).toBe(2 / 4)
  expect(computeUnseenPValue([table, buildConformalTable('two', [20, 21])], 30, 'own')).toBe(1)
})

describe('accusations', () => {
  const bad = { score: 29.9, pValue: 0.01 }
  const ordinary = range(18).map(() => ({ score: 50, pValue: 0.5 }))

  test('flag in HIGH_RISK when admitted, and otherwise warn', () => {
    const alone = countAccusationsOfDay(ordinary, [bad])
    expect(alone.illicit).toEqual({ wallets: 1, flagged: 0, warned: 1, suspected: 0 })
    const two = countAccusationsOfDay(ordinary, [bad, bad])
    expect(two.illicit).toEqual({ wallets: 2, flagged: 2, warned: 0, suspected: 0 })
    expect(two.ordinary).toEqual({ wallets: 18, flagged: 0, warned: 0, suspected: 0 })
  })

  test('never flag in SUSPICIOUS, however unusual the wallet is', () => {
    const counts = countAccusationsAlone([{ score: 30, pValue: 0.000_1 }])
    expect(counts).toEqual({ wallets: 1, flagged: 0, warned: 0, suspected: 1 })
  })

  test('of wallets that look ordinary are none', () => {
    const counts = countAccusationsAlone([
      { score: 45, pValue: 0.01 },
      { score: 40, pValue: 0.2 },
    ])
    expect(counts).toEqual({ wallets: 2, flagged: 0, warned: 0, suspected: 0 })
  })
})

describe('the figures of a set', () => {
  const illicit = buildScored(
    'phishing',
    range(250).map(() => 25),
  )
  const scored = [...ORDINARY, ...illicit]
  const sets = [{ name: 'made', wallets: scored.map(([wallet]) => wallet) }]
  const scores = new Map(scored)
  const compute = () => computeAccusationFigures(sets, scores, buildConformalTables(sets, scores))

  test('judge every illicit wallet on one day, with all ordinary ones', () => {
    const illicitCounts = compute().map((one) => [one.illicitShare, one.illicit])
    expect(illicitCounts).toEqual([
      [null, { wallets: 250, flagged: 250, warned: 0, suspected: 0 }],
      [0.01, { wallets: 250, flagged: 0, warned: 250, suspected: 0 }],
      [0.1, { wallets: 222, flagged: 222, warned: 0, suspected: 0 }],
    ])
    for (const { ordinary } of compute())
      expect(ordinary).toMatchObject({ wallets: 999, flagged: 0 })
  })

  test('compare an ordinary wallet only with the others of its set', () => {
    const ten = buildScored('normal', [...range(9).map(() => 60), 35])
    const wallets = [...ten, ...illicit].map(([wallet]) => wallet)
    const tables = [
      buildConformalTable(
        'made',
        ten.map(([, score]) => score),
      ),
    ]
    const all = new Map([...ten, ...illicit])
    const [alone] = computeAccusationFigures([{ name: 'made', wallets }], all, tables)
    expect(alone?.ordinary).toEqual({ wallets: 10, flagged: 0, warned: 0, suspected: 1 })
  })

  test('give the day with most accusations for the ordinary wallets', () => {
    const worse = new Map([...scores].map(([wallet, score], i) => [wallet, i < 5 ? 20 : score]))
    const tables = buildConformalTables(sets, scores)
    const [, , busy] = computeAccusationFigures(sets, worse, tables)
    expect(busy?.ordinary).toMatchObject({ wallets: 999, flagged: 5 })
  })
})

test('the rendered file contains the tables and the figures, and no addresses', () => {
  const figures: AccusationFigures[] = [...ACCUSATIONS]
  const text = renderConformalTables(CONFORMAL_TABLES, figures)
  const read = (name: string): unknown => {
    const start = text.indexOf('= [', text.indexOf(`export const ${name}`)) + 2
    return new Function(`return ${text.slice(start, text.indexOf('\n]\n', start) + 2)}`)()
  }
  expect(read('CONFORMAL_TABLES')).toEqual(CONFORMAL_TABLES)
  expect(read('ACCUSATIONS')).toEqual(ACCUSATIONS)
  expect(text).not.toMatch(/0x/)
})

test('a line of figures names the wallets that were judged', () => {
  const [first] = ACCUSATIONS
  expect(formatAccusations({ ...first!, illicitShare: 0.1 })).toMatch(
    /^broad, illicit, 10 % illicit: ordinary \d+ of 3750 flagged, .*; illicit \d+ of 776 flagged/,
  )
})
