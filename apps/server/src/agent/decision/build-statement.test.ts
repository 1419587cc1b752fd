import { toAddress } from '@app/values/address.ts'
import { LITTLE_DATA, type ReasonCode } from '@app/values/reason-code.ts'
import { describe, expect, it } from 'vitest'
import { buildStatement, describeStatement } from './build-statement.ts'

const ORDINARY = { wallets: 3_750, asBad: 4, pValue: 0.001 }
const ACCUSED = toAddress('0xf3fcd2c1a78f5eee')
const COUNTERPARTY = toAddress('0x179b6b1cb6755e31')

const reason = (code: string, points: number) => ({
  ...{ factor: 'largeOutFlow' as const, code, points },
  headline: `In short, ${code}`,
  text: `What ${code} says`,
  evidence: [
    { txId: 'ab', height: 7, counterparty: COUNTERPARTY, amount: '5', token: 'FLOW' },
    { txId: 'cd', height: 8, time: '2026-11-23T12:00:00Z' },
  ],
  pointer: { kind: 'none' },
})

const SCORE = {
  ...{ score: 25.3, riskLevel: 'HIGH_RISK' as const, confidence: 0.8, version: '1.3.0' },
  reasons: Object.entries({
    a: -2,
    b: 3,
    c: -9,
    [LITTLE_DATA]: -30,
    d: -4,
    e: 0,
    f: -1,
    g: -3,
  }).map(([code, points]) => reason(code, points)),
}

const build = (changes = {}, kinds: ReasonCode[] = ['listed', 'keys']) =>
  buildStatement({ ...SCORE, ...changes }, { kinds, ordinary: ORDINARY })

describe('a statement of reasons', () => {
  it('has the four most serious reasons against the account, never too little data, with citations alone', () => {
    const { reasons, ...rest } = build()
    expect(reasons.map(({ code }) => code)).toEqual(['c', 'd', 'g', 'a'])
    const { pointer: _, evidence, ...shown } = reason('c', -9)
    const [first, second] = evidence.map(({ txId, height }) => ({ txId, height }))
    expect(reasons[0]).toEqual({
      ...shown,
      evidence: [{ ...first, counterparty: COUNTERPARTY }, second],
    })
    expect(rest).toEqual({
      ...{ score: 25.3, riskLevel: 'HIGH_RISK', confidence: 0.8, version: '1.3.0' },
      ...{ range: { from: 15.3, to: 35.3 }, evidenceKinds: ['listed', 'keys'], isAutomated: true },
    })
  })

  it.each([
    [25.3, 1, { from: 25.3, to: 25.3 }],
    [10, 0.5, { from: 0, to: 35 }],
    [90, 0, { from: 40, to: 100 }],
    [50, 0.333, { from: 16.7, to: 83.4 }],
  ])('of the score %d with confidence %d has the range %j', (score, confidence, range) => {
    expect(build({ score, confidence }).range).toEqual(range)
  })

  const SAID = `Score of ${ACCUSED}: 25.3 of 100 (High Risk). What c says. What d says.`
  const COMPARED = ' Of 3,750 ordinary Ethereum wallets, 4 look this bad by their behaviour.'

  it.each<[ReasonCode[], string]>([
    [['behaviour'], COMPARED],
    [['listed', 'behaviour'], COMPARED],
    [[], COMPARED],
    [['listed'], ''],
    [['community', 'keys'], ''],
  ])('that rests on %j says %j of ordinary wallets', (kinds, comparison) => {
    const statement = build({}, kinds)
    expect(statement.ordinary).toEqual(comparison === '' ? undefined : ORDINARY)
    expect(describeStatement(ACCUSED, statement)).toBe(SAID + comparison)
  })
})
