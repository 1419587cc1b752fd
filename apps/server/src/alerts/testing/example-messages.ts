import type { AlertMessage, AlertType } from '@app/api/schemas/alert-data.ts'
import { parseAddress } from '@app/values/address.ts'
import type { AgentNotice } from '../../db/tables/agent-tables.ts'
import {
  buildActiveAgain,
  buildChallenge,
  buildDigest,
  buildNoticeMessage,
  buildReminder,
  buildTestMessage,
  createLinkBuilder,
} from '../messages/build-messages.ts'
import {
  buildAccusedNotice,
  CLEARED_NOTICE,
  LEVEL_NOTICE,
  NOTICE_MS,
  TEST_STATEMENT,
} from './insert-agent-notice.ts'

const DAY_MS = 86_400_000

const LINKS = createLinkBuilder({
  api: { webOrigins: ['https://dharma.example'] },
  links: { explorerTxUrl: 'https://testnet.flowscan.io/tx/{id}' },
})

const MALLORY = parseAddress('0xf3fcd2c1a78f5eee')
const CASE_ID = 'f3fcd2c1a78f5eee-3b0c44298fc1'

/** Builds one message of each type with the code that builds those that are sent. */
export function buildExampleMessages(): Record<AlertType, AlertMessage> {
  if (MALLORY === null) throw new RangeError('the address of the examples is not one')
  const address = MALLORY
  const say = (notice: AgentNotice, atMs = NOTICE_MS) =>
    buildNoticeMessage({ address, id: 1, atMs, caseId: CASE_ID, notice }, LINKS)
  const level = say(LEVEL_NOTICE)
  return {
    'wallet.accused': say(buildAccusedNotice()),
    'wallet.reminder': buildReminder({
      address,
      caseId: CASE_ID,
      reasonCode: 'listed',
      openedMs: NOTICE_MS,
      checkedMs: NOTICE_MS + DAY_MS,
      statement: TEST_STATEMENT,
      links: LINKS,
    }),
    'wallet.cleared': say(CLEARED_NOTICE, NOTICE_MS + 2 * DAY_MS),
    'wallet.level_changed': level,
    'wallet.active_again': buildActiveAgain(
      { address, beforeMs: NOTICE_MS - 120 * DAY_MS, lastMs: NOTICE_MS },
      LINKS,
    ),
    digest: buildDigest(Array.from({ length: 6 }, () => level)),
    'webhook.test': buildTestMessage(NOTICE_MS),
    'webhook.challenge': buildChallenge(NOTICE_MS, 'Zm9yZ2UgbWUgYW4gZWNobyBvZiB0aGlz'),
  }
}
