import { toAddress } from '@app/values/address.ts'
import type { EvidenceItem } from '@app/values/evidence-item.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDate } from '../../../lib/format/format.ts'
import { describeEvidence, placeOnRange } from './reason-item.tsx'

const TIME = '2026-11-12T09:00:00.000Z'
const transfer: EvidenceItem = {
  txId: 'a'.repeat(64),
  height: 1_234,
  counterparty: toAddress('0x1dd41fd643661abe'),
  time: TIME,
  direction: 'in',
  amount: '1234567.50000000',
  token: 'FLOW',
}

test('a receipt tells its date, amount and sender', () => {
  expect(describeEvidence(transfer)).toEqual({
    when: formatDate(TIME),
    what: 'received 1,234,567.5 FLOW from',
  })
})

test('a payment tells its recipient', () => {
  const payment = { ...transfer, direction: 'out', amount: '10.00000000' } as const
  expect(describeEvidence(payment).what).toBe('sent 10 FLOW to')
})

test('what is unknown is left out', () => {
  const { txId, height, counterparty } = transfer
  expect(describeEvidence({ txId, height })).toEqual({ when: 'block 1,234', what: 'transaction' })
  expect(describeEvidence({ txId, height, counterparty: counterparty! }).what).toBe(
    'transaction with',
  )
  expect(describeEvidence({ txId, height, direction: 'in' }).what).toBe('received tokens')
})

test('shares are drawn from 0 to 100 %', () => {
  const range = { lowerQuartile: 0, median: 0.01, upperQuartile: 0.25 }
  expect(placeOnRange({ unit: 'share', value: 0.5, ...range })).toEqual({
    lower: 0,
    median: 1,
    upper: 25,
    value: 50,
  })
})

test('a line without any length has all at its beginning', () => {
  const range = { lowerQuartile: 0, median: 0, upperQuartile: 0 }
  expect(placeOnRange({ unit: 'count', value: 0, ...range }).value).toBe(0)
})

test('the order of values is kept, and all of them are on the line', () => {
  const measure = fc.double({ min: 0, max: 1e6, noNaN: true })
  fc.assert(
    fc.property(fc.array(measure, { minLength: 4, maxLength: 4 }), (measures) => {
      const [lowerQuartile = 0, median = 0, upperQuartile = 0, value = 0] = measures.toSorted(
        (a, b) => a - b,
      )
      const places = placeOnRange({ unit: 'ratio', value, lowerQuartile, median, upperQuartile })
      const { lower, median: middle, upper } = places
      const inOrder = [0, lower, middle, upper, places.value, 100]
      expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b))
    }),
  )
})
