import { toAddress } from '@app/values/address.ts'
import { LITTLE_DATA, type ReasonCode } from '@app/values/reason-code.ts'
import { describe, expect, it } from 'vitest'
import { buildStatement, describeStatement } from './build-statement.ts'
import { countTokenAndNftTransfers } from './write-judged-accounts.ts'

const ORDINARY = { wallets: 3_750, asBad: 4, pValue: 0.001 }
const ACCUSED = toAddress('0xf3fcd2c1a78f5eee')
const COUNTERPARTY = toAddress('0x179b6b1cb6755e31')

const reason = (code: string, points: number) => ({
  factor: 'largeOutFlow' as const,
  code,
  headline: `In short, ${code}`,
  text: `What ${code} says`,
  points,
  evidence: [
    { txId: 'ab', height: 7, counterparty: COUNTERPARTY, amount: '5', token: 'FLOW' },
    { txId: 'cd', height: 8, time: '2026-11-23T12:00:00Z' },
  ],
  pointer: { kind: 'none' },
})

const SCORE = {
  score: 25.3,
  riskLevel: 'HIGH_RISK' as const,
  confidence: 0.8,
  version: '1.3.0',
  reasons: [
    reason('a', -2),
    reason('b', 3),
    reason('c', -9),
    reason(LITTLE_DATA, -30),
    reason('d', -4),
    reason('e', 0),
    reason('f', -1),
    reason('g', -3),
  ],
}

const build = (changes = {}, kinds: ReasonCode[] = ['listed', 'keys']) =>
  buildStatement({ ...SCORE, ...changes }, { kinds, ordinary: ORDINARY })

describe('a statement of reasons', () => {
  it('has the four most serious reasons against the account, never too little data', () => {
    expect(build().reasons.map(({ code }) => code)).toEqual(['c', 'd', 'g', 'a'])
  })

  it('cites transactions, without what they moved and without the pointer', () => {
    expect(build().reasons[0]).toEqual({
      factor: 'largeOutFlow',
      code: 'c',
      headline: 'In short, c',
      text: 'What c says',
      points: -9,
      evidence: [
        { txId: 'ab', height: 7, counterparty: COUNTERPARTY },
        { txId: 'cd', height: 8 },
      ],
    })
  })

  it('says what it rests on, and that a machine made it', () => {
    expect(build()).toMatchObject({
      score: 25.3,
      riskLevel: 'HIGH_RISK',
      confidence: 0.8,
      version: '1.3.0',
      evidenceKinds: ['listed', 'keys'],
      isAutomated: true,
    })
  })

  it.each([
    [25.3, 0.8, { from: 15.3, to: 35.3 }],
    [25.3, 1, { from: 25.3, to: 25.3 }],
    [10, 0.5, { from: 0, to: 35 }],
    [90, 0, { from: 40, to: 100 }],
    [50, 0.333, { from: 16.7, to: 83.4 }],
  ])('of the score %d with confidence %d has the range %j', (score, confidence, range) => {
    expect(build({ score, confidence }).range).toEqual(range)
  })

  const SAID = `Score of ${ACCUSED}: 25.3 of 100 (High Risk). What c says. What d says.`

  it.each<[ReasonCode[]]>([[['behaviour']], [['listed', 'behaviour']], [[]]])(
    'that rests on behaviour (%j) says how many ordinary wallets look as bad',
    (kinds) => {
      const statement = build({}, kinds)
      expect(statement.ordinary).toEqual(ORDINARY)
      expect(describeStatement(ACCUSED, statement)).toBe(
        `${SAID} Of 3,750 ordinary Ethereum wallets, 4 look this bad by their behaviour.`,
      )
    },
  )

  it.each<[ReasonCode[]]>([[['listed']], [['community', 'keys']]])(
    'that rests on %j alone says nothing of ordinary wallets',
    (kinds) => {
      const statement = build({}, kinds)
      expect(statement).not.toHaveProperty('ordinary')
      expect(describeStatement(ACCUSED, statement)).toBe(SAID)
    },
  )
})

describe('the transfers of an account', () => {
  const activity = { transfersIn: 3, transfersOut: 4 } as Parameters<
    typeof countTokenAndNftTransfers
  >[0]['activity']

  it('are those of tokens and of NFTs, both ways', () => {
    const nfts = { transfersIn: 10, transfersOut: 20 }
    expect(
      countTokenAndNftTransfers({ activity, nfts } as Parameters<
        typeof countTokenAndNftTransfers
      >[0]),
    ).toBe(37)
  })

  it('are those of tokens where NFTs are not known', () => {
    expect(countTokenAndNftTransfers({ activity, nfts: null })).toBe(7)
  })
})
