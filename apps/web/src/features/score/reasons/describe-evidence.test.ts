import { toAddress } from '@app/values/address.ts'
import type { EvidenceItem } from '@app/values/evidence-item.ts'
import { expect, test } from 'vitest'
import { formatDate } from '../../../lib/format/format.ts'
import { describeEvidence } from './describe-evidence.ts'

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
