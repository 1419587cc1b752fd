import { CONTRACT_ADDRESSES } from '@app/contracts/addresses.generated.ts'
import type { Address } from '@app/values/address.ts'
import { CompiledQuery, type Kysely } from 'kysely'
import { readCounterparties, readCounterpartySums } from '../../api/accounts/read-counterparties.ts'
import { readHoldingHeight, readTokenActivity } from '../../api/accounts/read-token-activity.ts'
import { readTransfers } from '../../api/accounts/read-transfers.ts'
import { createKeptAnswers } from '../../api/answers/read-kept-answers.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { loadActivity } from '../../facts/load-activity.ts'
import { loadEvidence } from '../../facts/load-evidence.ts'
import { loadFacts } from '../../facts/load-facts.ts'
import { loadTheftAdjustedAccount } from '../../facts/theft-adjusted/load-theft-adjusted-account.ts'
import { readLabels } from '../../labels/read-labels.ts'
import type { Context } from '../../runtime/context.ts'
import { listScores } from '../../scorer/read-scores.ts'
import { FLOW, toTestAddress } from '../ledger.ts'

/** Tables that grow with the chain or the number of users; the primary key of each begins with `address`. */
export const HOT_TABLES = [
  'chain_transfer',
  'chain_nft_move',
  'chain_transaction',
  'chain_account_event',
  'chain_account',
  'chain_activity',
  'chain_activity_bucket',
  'chain_counterparty',
  'chain_collection',
  'chain_account_activity',
  'chain_account_event_count',
  'chain_taint',
  'chain_taint_move',
  'chain_exposure',
  'chain_change',
  'label_entry',
  'label_report',
  'label_report_change',
  'dao_report',
  'dao_freeze',
  'dao_change',
  'score_tracked_account',
  'score_holding',
  'score_holding_read',
  'score_result',
  'score_answer',
]

/** What the API and the scorer read of one account. */
export interface HotQuery {
  name: string
  run(db: Kysely<Tables>, address: Address): Promise<unknown>
  /** An account of which it reads one row, the same for every account. */
  alsoOf?: string | undefined
}

const COVERAGE = { fromHeight: 0, toHeight: 1, timeMs: 0, nodeHeight: 1 }

/** The queries of which each must read one partition of each table. */
export const HOT_QUERIES: readonly HotQuery[] = [
  {
    name: 'facts',
    run: (db, address) => loadFacts(db, { address, network: 'local', coverage: COVERAGE }),
  },
  {
    name: 'activity beside what was taken',
    run: (db, address) => loadActivity(db, { address, hasTheftLosses: true }),
  },
  {
    name: 'acts beside what was taken',
    run: (db, address) => loadTheftAdjustedAccount(db, address),
  },
  { name: 'counterparties', run: (db, address) => readCounterparties(db, address, { limit: 5 }) },
  {
    name: 'sums with one account',
    run: (db, address) => readCounterpartySums(db, address, [toTestAddress(2)]),
  },
  { name: 'transfers', run: (db, address) => readTransfers(db, address, { limit: 5 }) },
  {
    name: 'transfers with one account',
    run: (db, address) => readTransfers(db, address, { limit: 5, counterparty: toTestAddress(2) }),
  },
  {
    name: 'token sums',
    run: async (db, address) => [
      await readTokenActivity(db, address),
      await readHoldingHeight(db, address),
    ],
  },
  {
    name: 'kept answer',
    run: (db, address) => readKeptAnswer(db, address),
    alsoOf: CONTRACT_ADDRESSES.local.DharmaScore,
  },
  { name: 'score', run: (db, address) => listScores({ db }, address, { limit: 1 }) },
  { name: 'labels', run: (db, address) => readLabels({ db }, address) },
  {
    name: 'largest sends',
    run: (db, address) =>
      loadEvidence({ db }, address, { pointer: { kind: 'largest_sends', token: FLOW }, limit: 5 }),
  },
  {
    name: 'latest transfers',
    run: (db, address) =>
      loadEvidence({ db }, address, { pointer: { kind: 'latest_transfers' }, limit: 5 }),
  },
  {
    name: 'listed contacts',
    run: (db, address) =>
      loadEvidence({ db }, address, { pointer: { kind: 'listed_contacts', hop: 0 }, limit: 5 }),
  },
  {
    name: 'holdings',
    run: (db, address) =>
      loadEvidence({ db }, address, { pointer: { kind: 'holdings' }, limit: 5 }),
  },
  {
    name: 'account events',
    run: (db, address) =>
      loadEvidence({ db }, address, { pointer: { kind: 'account_events' }, limit: 5 }),
  },
  {
    name: 'key additions',
    run: (db, address) => {
      const pointer = { kind: 'account_events', act: 'full_key_added' } as const
      return loadEvidence({ db }, address, { pointer, limit: 5 })
    },
  },
]

/** The reader has a pool, so that its query is prepared; here `db` has to see it. */
function readKeptAnswer(db: Kysely<Tables>, address: Address): Promise<unknown> {
  const query = ({ text, values }: { text: string; values: unknown[] }) =>
    db.executeQuery(CompiledQuery.raw(text, values))
  const context = { db, pool: { query }, replica: null, config: { network: 'local' } }
  return createKeptAnswers(context as unknown as Context).read(address)
}
