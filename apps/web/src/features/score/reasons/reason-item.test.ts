import { SAMPLE_REASON, SAMPLE_STATEMENT } from '@app/api/testing/sample-statement.ts'
import { toAddress } from '@app/values/address.ts'
import type { EvidenceItem } from '@app/values/evidence-item.ts'
import fc from 'fast-check'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { draw } from '../../../testing/draw.tsx'
import { StatementDetails } from '../../case/statement-details.tsx'
import { describeEvidence, placeOnRange, ReasonDetails } from './reason-item.tsx'

const counterparty = toAddress('0x1dd41fd643661abe')
const bare: EvidenceItem = { txId: 'a'.repeat(64), height: 1_234 }
const transfer: EvidenceItem = {
  ...{ ...bare, counterparty, time: '2026-11-12T09:00:00.000Z' },
  direction: 'in',
  ...{ amount: '1234567.50000000', token: 'FLOW' },
}

test.each<[EvidenceItem, when: string, what: string]>([
  [transfer, '12 Nov 2026', 'received 1,234,567.5 FLOW from'],
  [{ ...transfer, direction: 'out' }, '12 Nov 2026', 'sent 1,234,567.5 FLOW to'],
  [bare, 'block 1,234', 'transaction'],
  [{ ...bare, counterparty }, 'block 1,234', 'transaction with'],
  [{ ...bare, direction: 'in' }, 'block 1,234', 'received tokens'],
])('%j is told by what is known of it', (evidence, when, what) => {
  expect(describeEvidence(evidence)).toEqual({ when, what })
})

test('evidence in the EVM is linked by both transactions, in a reason and in the statement of a case', () => {
  const evmHash = `0x${'b'.repeat(64)}`
  const reason = { ...SAMPLE_REASON, evidence: [{ ...transfer, evmHash, evmHeight: 7 }] }
  const statement = { ...SAMPLE_STATEMENT, reasons: [reason] }
  for (const element of [
    createElement(ReasonDetails, { reason }),
    createElement(StatementDetails, { statement }),
  ]) {
    const links = draw(element, { network: 'testnet' }).matchAll(/href="([^"]+)"/g)
    expect([...links].map(([, url]) => url)).toEqual(
      expect.arrayContaining([
        `http://localhost:3000/${bare.txId}`,
        `https://evm-testnet.flowscan.io/tx/${evmHash}`,
      ]),
    )
  }
})

test('shares are drawn from 0 to 100 %, and a line without any length has all at its beginning', () => {
  const range = { lowerQuartile: 0, median: 0.01, upperQuartile: 0.25 }
  const places = { lower: 0, median: 1, upper: 25, value: 50 }
  expect(placeOnRange({ unit: 'share', value: 0.5, ...range })).toEqual(places)
  const empty = { unit: 'count', value: 0, lowerQuartile: 0, median: 0, upperQuartile: 0 } as const
  expect(placeOnRange(empty).value).toBe(0)
})

test('the order of values is kept, and all of them are on the line', () => {
  const measure = fc.double({ min: 0, max: 1e6, noNaN: true })
  fc.assert(
    fc.property(fc.array(measure, { minLength: 4, maxLength: 4 }), (measures) => {
      const [lowerQuartile = 0, median = 0, upperQuartile = 0, value = 0] = measures.toSorted(
        (a, b) => a - b,
      )
      const places = placeOnRange({ unit: 'ratio', value, lowerQuartile, median, upperQuartile })
      const inOrder = [0, places.lower, places.median, places.upper, places.value, 100]
      expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b))
    }),
  )
})
