import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../runtime/context.ts'
import { openTestContext } from '../testing/create-test-context.ts'
import { createPool } from './create-pool.ts'

const MIGRATIONS = new URL('./migrations/', import.meta.url)
const MIGRATION = '0034_contact_code.sql'

let context: Context
let finish: () => Promise<void>
let pool: pg.Pool

/** Creates a database at the version before the migration. */
beforeAll(async () => {
  ;({ context, finish } = await openTestContext())
  await context.pool.query('create database before_contact')
  const url = new URL(context.config.databaseUrl ?? '')
  url.pathname = '/before_contact'
  pool = createPool(url.href, context.log)
  for (const name of (await readdir(MIGRATIONS)).sort()) if (name < MIGRATION) await apply(name)
})
afterAll(async () => {
  await pool.end()
  await context.pool.query('drop database before_contact')
  await finish()
})

const apply = async (name: string) => pool.query(await readFile(new URL(name, MIGRATIONS), 'utf8'))

/** Stores an open case with the code `listed`, a flag of it, and the action that set or will set that. */
async function accuse(address: string, reasons: readonly string[], status: 'queued' | 'sealed') {
  const statement = { reasons: reasons.map((code) => ({ code })), evidenceKinds: ['listed'] }
  await pool.query(
    `insert into agent_case (address, case_id, reason_code, opened_ms, evidence_hash, statement)
     values ($1, 'c', 'listed', 1, 'e', $2)`,
    [address, statement],
  )
  await pool.query(
    `insert into case_file (address, case_id, kind, reason_code, is_automated, opened_ms, changed_ms, is_open,
       outcome, change_seq, entry_count, head_hash)
     values ($1, 'c', 'accusation', 'listed', true, 1, 1, true, 'open', nextval('case_file_seq'), 1, 'h')`,
    [address],
  )
  await pool.query(
    `insert into agent_action (address, kind, evidence_hash, idempotency_key, case_id, reason, status, payload)
     values ($1, 'flag', 'e', 'c', 'c', 'why', $2, '{"reasonCode": "listed"}')`,
    [address, status],
  )
  await pool.query(
    `insert into dao_flag (address, number, case_id, reason_code) values ($1, 1, 'c', 'listed')`,
    [address],
  )
}

test('what rests on contact is no more said to be listed, but for what the chain says', async () => {
  await accuse('listed', ['listed', 'passes_on'], 'queued')
  await accuse('mule', ['passes_on', 'funding_hop_0'], 'sealed')
  await accuse('waiting', ['payment_hop_1'], 'queued')
  await accuse('unstated', [], 'queued')
  await apply(MIGRATION)
  const { rows } = await pool.query(`
    select accused.address, accused.reason_code, file.reason_code as shown,
      payload ->> 'reasonCode' as sent, flag.reason_code as flagged, statement -> 'evidenceKinds' as said
    from agent_case accused join case_file file using (address, case_id)
    join agent_action using (address, case_id) join dao_flag flag using (address, case_id)
    order by accused.address`)
  const listed = { reason_code: 'listed', shown: 'listed', sent: 'listed' }
  const asRecorded = { flagged: 'listed', said: ['listed'] }
  expect(rows).toEqual([
    { address: 'listed', ...listed, ...asRecorded },
    { address: 'mule', reason_code: 'contact', shown: 'contact', sent: 'listed', ...asRecorded },
    { address: 'unstated', ...listed, ...asRecorded },
    {
      address: 'waiting',
      reason_code: 'contact',
      shown: 'contact',
      sent: 'contact',
      ...asRecorded,
    },
  ])
})

test('a new accusation can rest on contact', async () => {
  const insert = (code: string) =>
    pool.query(
      `insert into agent_case (address, case_id, reason_code, opened_ms, evidence_hash, statement)
       values ('new', 'c', $1, 1, 'e', '{}')`,
      [code],
    )
  await expect(insert('hearsay')).rejects.toThrow('agent_case_reason_code_check')
  await insert('contact')
})
