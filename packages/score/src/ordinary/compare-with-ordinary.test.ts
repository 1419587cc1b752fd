import { expect, test } from 'vitest'
import { createEmptyFacts } from '../empty-facts.ts'
import { FACTOR_RULES } from '../factors/factors.ts'
import { computeInputs, INPUTS, type InputName, type InputValues } from '../inputs/inputs.ts'
import { judge } from '../judge.ts'
import { ORDINARY_INPUTS } from '../tables/ordinary-inputs.generated.ts'
import { buildFacts, PASS_THROUGH_TRANSFERS } from '../testing/build-transfer.ts'
import { compareWithOrdinary, formatMeasure, INPUT_MEASURES } from './compare-with-ordinary.ts'

const facts = buildFacts(PASS_THROUGH_TRANSFERS, [])
const values = computeInputs(facts)

const withValues = (own: Partial<InputValues>): InputValues => ({
  ...computeInputs(createEmptyFacts()),
  ...own,
})

test('a wallet that passes everything on is compared with how little ordinary ones pass on in a day', () => {
  const reason = judge(facts).reasons.find(({ code }) => code === 'passes_on')
  expect(reason?.text).toContain('99 % of what came in left within the day')
  expect(compareWithOrdinary({ code: 'passes_on', points: -1 }, values)).toEqual({
    input: 'sweptDayShare',
    unit: 'share',
    value: values.sweptDayShare,
    ...ORDINARY_INPUTS.sweptDayShare,
    text: 'Share of what came in that left within the day: ordinary wallets 0 % to 3 %, this one 99 %',
  })
})

test('the input furthest outside the middle half is chosen, in widths of that half', () => {
  const far = withValues({ sentShare: 0.5, sweptDayShare: 0.03 })
  expect(compareWithOrdinary({ code: 'passes_on', points: -1 }, far)?.input).toBe('sentShare')
  const swept = withValues({ sentShare: 0.99, sweptDayShare: 0.9 })
  expect(compareWithOrdinary({ code: 'passes_on', points: -1 }, swept)?.input).toBe('sweptDayShare')
})

test('a wallet inside all of them is compared in what the reason names first', () => {
  const ordinary = withValues({ transfersPerSender: 2, transfersPerRecipient: 2, mutualShare: 0.1 })
  expect(compareWithOrdinary({ code: 'repeat_business', points: -1 }, ordinary)).toMatchObject({
    input: 'transfersPerSender',
    text: 'Transfers from each sender: ordinary wallets 1 to 5, this one 2',
  })
})

test('where the points speak for the wallet, it is compared in what is ordinary of it', () => {
  const keeps = withValues({ sentShare: 0.06, sweptDayShare: 0.001 })
  const chosen = (points: number) =>
    compareWithOrdinary({ code: 'passes_on', points }, keeps)?.input
  expect([chosen(2.8), chosen(-2.8)]).toEqual(['sweptDayShare', 'sentShare'])
  const outside = withValues({ sentShare: 0.06, sweptDayShare: 0.5 })
  expect(compareWithOrdinary({ code: 'passes_on', points: 1 }, outside)?.input).toBe('sentShare')
})

test('an input that the text does not name is not compared', () => {
  expect(
    compareWithOrdinary({ code: 'fan_out', points: -1 }, withValues({ senders: 900 })),
  ).toBeNull()
})

test('reasons that do not speak of an input have no comparison', () => {
  const codes = Object.values(FACTOR_RULES).flatMap(({ signals }) =>
    signals.map(({ code }) => code),
  )
  expect(codes.length).toBeGreaterThan(10)
  for (const code of [...codes, 'little_data', 'full_key_added', 'toString', '__proto__']) {
    expect(compareWithOrdinary({ code, points: -1 }, values)).toBeNull()
  }
})

test('the creation rank is on no research set, so there is nothing to compare it with', () => {
  expect(
    compareWithOrdinary({ code: 'creation_rank', points: -1 }, withValues({ creationRank: 0.9 })),
  ).toBeNull()
})

test('every input has a unit in which its reason writes it too', () => {
  const isInText = (input: InputName, value: number) =>
    INPUTS[input].describe(value).includes(formatMeasure(value, INPUT_MEASURES[input].unit))
  const others = (Object.keys(INPUTS) as InputName[]).filter((input) => !isInText(input, 7))
  expect(others).toEqual(['creationRank'])
})
