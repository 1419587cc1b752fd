import {
  NodeBusyError,
  NodeInvalidResponseError,
  NodeRefusedError,
  NodeUnreachableError,
} from '@app/flow/errors.ts'
import { expect, it } from 'vitest'
import { formatSendError } from './format-send-error.ts'

const WITH_URL = 'http://operator:…@node.example answered'

it.each([
  [
    new NodeRefusedError(WITH_URL, 400, '[Error Code: 1118] the payer has no FLOW'),
    'The Flow access node refused the transaction: the payer has no FLOW.',
  ],
  [
    new NodeRefusedError(WITH_URL, 400, 'error: panic: It ends itself.'),
    'The Flow access node refused the transaction: panic: It ends itself.',
  ],
  [new NodeUnreachableError(WITH_URL), 'The Flow access node does not answer.'],
  [new NodeBusyError(WITH_URL, 503, null), 'The Flow access node has too much to do.'],
  [new NodeInvalidResponseError(WITH_URL), 'The Flow access node did not take the transaction.'],
  [new Error(WITH_URL), 'The Flow access node did not take the transaction.'],
])('%s is told without the URL of the node', (error, sentence) => {
  expect(formatSendError(error)).toBe(sentence)
})
