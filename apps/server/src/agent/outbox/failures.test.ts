import {
  NodeBusyError,
  NodeInvalidResponseError,
  NodeRefusedError,
  NodeUnreachableError,
} from '@app/flow/errors.ts'
import { expect, it } from 'vitest'
import type { ActionKind } from '../../db/tables/agent-tables.ts'
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
const OPEN = 'panic: DharmaGovernance: Proposal 2 to freeze 0x179b6b1cb6755e31 is open already'
const FLAGGED = 'panic: DharmaProtection: 0x179b6b1cb6755e31 is flagged already'
const BARRED =
  "panic: DharmaProtection: A flag of 0x179b6b1cb6755e31 with the code 'behaviour' is refused until 1795953600.00000000"
const OLDER = 'assertion failed: DharmaScore.publish: Height 3 is older than the last one, 4'

it.each<[message: string, isMoot: boolean, kinds: readonly ActionKind[]]>([
  [OPEN, true, [...RELAYS, 'propose_freeze']],
  [
    'assertion failed: DharmaConsent: Sequence 3 of 0x179b6b1cb6755e31 is not above 4',
    true,
    RELAYS,
  ],
  ['pre-condition failed: DharmaReports: 0x179b6b1cb6755e31 cannot report itself', true, RELAYS],
  ['The payer 0xf8d6e0586b0a20c7 has not enough FLOW', false, RELAYS],
  ['computation exceeds limit (9999)', false, RELAYS],
  ['cannot find declaration `DharmaGovernance` in `f8d6e0586b0a20c7`', false, RELAYS],
  ['post-condition failed: DharmaGovernance: The proposal was not opened', false, RELAYS],
  [OLDER, false, ['publish']],
  [FLAGGED, true, ['flag']],
  [BARRED, true, ['flag']],
])('%s: there was nothing to do, or a person asked for it: %s', (message, isMoot, kinds) => {
  for (const kind of kinds) expect(isMootFailure(kind, message)).toBe(isMoot)
})
