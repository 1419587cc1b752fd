import {
  NodeBusyError,
  NodeInvalidResponseError,
  NodeRefusedError,
  NodeUnreachableError,
} from '@app/flow/errors.ts'
import { expect, it } from 'vitest'
import { formatSendError, isMootFailure } from './failures.ts'

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

const RELAYS = ['relay_vote', 'relay_proposal', 'relay_appeal', 'relay_report'] as const

it.each([
  'panic: DharmaGovernance: Proposal 12 to freeze 0x179b6b1cb6755e31 is open already',
  'assertion failed: DharmaConsent: Sequence 3 of 0x179b6b1cb6755e31 is not above 4',
  'pre-condition failed: DharmaReports: 0x179b6b1cb6755e31 cannot report itself',
])('what the contracts refuse of what people signed is no failure of ours: %s', (message) => {
  for (const kind of RELAYS) expect(isMootFailure(kind, message)).toBe(true)
})

it.each([
  'The payer 0xf8d6e0586b0a20c7 has not enough FLOW',
  'computation exceeds limit (9999)',
  'cannot find declaration `DharmaGovernance` in `f8d6e0586b0a20c7.DharmaGovernance`',
  'post-condition failed: DharmaGovernance: The proposal was not opened',
])('what the agent is to blame for stays a failure: %s', (message) => {
  for (const kind of RELAYS) expect(isMootFailure(kind, message)).toBe(false)
})

it('a publication that the contract refuses stays a failure', () => {
  const message = 'assertion failed: DharmaScore.publish: Height 3 is older than the last one, 4'
  expect(isMootFailure('publish', message)).toBe(false)
})

it('a freeze that is proposed already needs no other proposal of the agent', () => {
  const message = 'panic: DharmaGovernance: Proposal 2 to freeze 0x179b6b1cb6755e31 is open already'
  expect(isMootFailure('propose_freeze', message)).toBe(true)
})
