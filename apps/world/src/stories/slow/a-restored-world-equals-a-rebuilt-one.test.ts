import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPool } from '@app/server/db/create-pool.ts'
import { createLog } from '@app/server/runtime/log.ts'
import { expect, onTestFinished, test } from 'vitest'
import { TOOLBOX_BINARY } from '../../../../../scripts/set-up/paths.mjs'
import { SNAPSHOT_DIR } from '../../environment.ts'
import { openPostgres } from '../../open-database.ts'
import { readSeededChain } from '../../snapshot/build-chain.ts'
import { buildWorld, prepareWorld } from '../../snapshot/prepare-world.ts'
import { TEST_PRESENT_MS } from '../../testing/present.ts'

/**
 * Columns that differ between two builds: times of this machine, random ids and salts, ids of transactions and blocks,
 * which depend on the emulator's first block, and hashes of texts that name such an id.
 */
const VARYING_COLUMNS = [
  ...[
    'created',
    'changed',
    'applied',
    'added',
    'removed',
    'requested',
    'recorded',
    'ended',
    'height',
    'in_step',
  ].map((verb) => `${verb}_at`),
  ...[
    'at',
    'tx_id',
    'evm_hash',
    'first_tx_id',
    'executed_tx_id',
    'flag_tx_id',
    'lift_tx_id',
    'signed',
    'block_id',
    'message_id',
  ],
  ...['hash', 'previous_hash', 'head_hash', 'reason_hash', 'text_hash', 'idempotency_key'],
  // Numbers that depend on which transaction comes first within one block, and the key that was free then.
  ...[
    'id',
    'tx_index',
    'action_id',
    'key_index',
    'sequence_number',
    'reference_height',
    'last_submission_height',
  ],
  ...['chain_seq', 'dao_seq', 'visitor_salt'],
]

/**
 * The same ids inside of evidence and messages, and the numbers of the scheduler's runs: the chain executes those of one
 * block in any order.
 */
const CITED_ID =
  /\\?"txId\\?": ?\\?"[0-9a-f]{64}\\?"|\\?"evmHash\\?": ?\\?"0x[0-9a-f]{64}\\?"|\\?"transaction\\?": ?\\?"[^"]*"|recheck \d+ of 0x/g

/**
 * Their sequences, as `chain_seq` and `dao_seq`, count block ranges, and leases count steps: their number depends on the
 * time of reading.
 */
const VARYING_TABLES = [
  'score_cursor',
  'chain_change',
  'dao_change',
  'agent_discovery_cursor',
  'agent_outbox_lease',
]

/** Numbers of events, which follow the order of transactions within one block. */
const VARYING_IN = new Map([['chain_contract_event', ['seq']]])

/** The blocks of one time: a person's transaction may come before the agent's or after them. */
const FIRST_HEIGHTS = `
select height, min(height) over (partition by block_ms) as first
from (
  ${['chain_transaction', 'chain_contract_event', 'chain_account_event', 'chain_transfer']
    .map((table) => `select height, block_ms from ${table}`)
    .join(' union ')}
) block`

/**
 * Addresses in the EVM in the order in which they appear: those of Cadence-owned accounts, and of the contracts that they
 * deploy, follow from the uuid of a resource, which is another one in each build.
 */
const EVM_ADDRESSES = `
select address from (
  ${[
    'select address, height, tx_index, event_index from chain_transfer',
    'select address, first_height, first_tx_index, first_event_index from chain_coa_act',
    ...['sender', 'recipient'].map(
      (end) => `select ${end}, height, tx_index, event_index from chain_coa_move`,
    ),
  ].join(' union ')}
) seen
where length(address) = 42
group by address
order by min(array[height, tx_index, event_index]), max(array[height, tx_index, event_index])`

const EVM_ADDRESS = /0x[0-9a-f]{40}(?![0-9a-f])/g

type Rows = Record<string, string[]>

async function createDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dharma-rebuild-'))
  await chmod(dataDir, 0o755)
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  return dataDir
}

/** Reads all rows of all tables as sorted JSON. */
async function readRows(dataDir: string): Promise<Rows> {
  await using resources = new AsyncDisposableStack()
  const options = { dataDir, databaseServerUrl: null, isFresh: false }
  const { url } = await openPostgres(options, resources)
  const pool = createPool(url, createLog('error'))
  resources.defer(() => pool.end())
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace and relname <> all($1)`,
    [VARYING_TABLES],
  )
  const { rows: blocks } = await pool.query<{ height: number; first: number }>(FIRST_HEIGHTS)
  const firstHeights = new Map(blocks.map(({ height, first }) => [`${height}`, `${first}`]))
  const withFirstHeights = (row: string) =>
    row.replace(/(height": )(\d+)/g, (_, key, height) => key + (firstHeights.get(height) ?? height))
  const { rows: seen } = await pool.query<{ address: string }>(EVM_ADDRESSES)
  const places = new Map(seen.map(({ address }, index) => [address, `EVM address ${index}`]))
  const withPlaces = (row: string) =>
    row.replace(EVM_ADDRESS, (address) => places.get(address) ?? address)
  const entries: [string, string[]][] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(
      `select (to_jsonb(t) - $1::text[])::text as row from ${name} t order by 1`,
      [[...VARYING_COLUMNS, ...(VARYING_IN.get(name) ?? [])]],
    )
    entries.push([
      name,
      rows.map(({ row }) => withPlaces(withFirstHeights(row.replaceAll(CITED_ID, '')))),
    ])
  }
  return Object.fromEntries(entries)
}

test('a restored world has the rows of one that is built again for the same present', {
  timeout: 400_000,
}, async () => {
  const options = {
    toolbox: TOOLBOX_BINARY,
    snapshotDir: SNAPSHOT_DIR,
    presentMs: TEST_PRESENT_MS,
    databaseServerUrl: null,
    ...{ keep: false, fresh: false, onProgress: () => {} },
    signal: new AbortController().signal,
  }
  const [restored, built] = [await createDataDir(), await createDataDir()]
  await prepareWorld({ ...options, dataDir: restored })
  const { agent, dao } = await readSeededChain(restored)
  const roleKeys = { agentKey: agent.privateKeyHex, daoKeys: dao.privateKeysHex }
  await buildWorld({ ...options, dataDir: built }, { presentMs: TEST_PRESENT_MS, roleKeys })
  const rows = await readRows(restored)
  expect(Object.values(rows).flat().length).toBeGreaterThan(1_000)
  const builtRows = await readRows(built)
  expect(Object.keys(builtRows).sort()).toEqual(Object.keys(rows).sort())
  for (const [table, expected] of Object.entries(rows)) {
    const actual = builtRows[table] ?? []
    const differences = [
      ...expected.filter((row) => !actual.includes(row)).map((row) => `restored: ${row}`),
      ...actual.filter((row) => !expected.includes(row)).map((row) => `rebuilt: ${row}`),
    ]
    expect.soft(differences, table).toEqual([])
    expect.soft(actual.length, table).toBe(expected.length)
  }
})
