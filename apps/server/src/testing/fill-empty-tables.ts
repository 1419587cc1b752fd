import type pg from 'pg'

interface Column {
  name: string
  type: string
}

/** A value of each type. Every column gets one, also where null is allowed: what is null cannot get lost. */
const VALUES: Readonly<Record<string, string>> = {
  boolean: 'true',
  smallint: '1',
  integer: '1',
  bigint: '1',
  numeric: '1',
  'numeric(20,0)': '1',
  'double precision': '0.5',
  text: "'a text'",
  bytea: "'bytes'",
  'text[]': "array['a text']",
  jsonb: `'{"a": 1}'`,
  date: "'2026-01-02'",
  'timestamp with time zone': "'2026-01-02 03:04:05.678+00'",
}

/** Where a check allows only some values: by `table.column`, or by column. */
const ALLOWED: Readonly<Record<string, string>> = {
  lane: "'live'",
  direction: "'live'",
  side: "'out'",
  width: "'day'",
  channel: "'webhook'",
  topic: "'status'",
  priority: "'agent'",
  own_place: "'vault'",
  place: "'staking'",
  'chain_child_act.kind': "'published'",
  'chain_account_event.kind': "'key_added'",
  'label_entry.kind': "'scam'",
  'label_entry.removed_at': 'null',
  'label_change.action': "'added'",
  'score_cursor.source': "'chain'",
  'agent_action.kind': "'publish'",
  'agent_action.status': "'sealed'",
  'agent_action.payload': 'null',
  'agent_action.is_moot': 'false',
  'agent_transaction.outcome': "'sealed'",
  'agent_case.reason_code': "'listed'",
  'agent_case.cleared_cause': "'appeal'",
  'dao_proposal.action': "'freeze'",
  'dao_proposal.rank': "'voter'",
  'dao_proposal_state.stored_outcome': "'approved'",
  'dao_report.kind': "'report'",
  'user_idempotency_key.state': "'done'",
  'label_report.reporter': "'0x0000000000000001'",
  'alert_delivery.status': "'waiting'",
  'case_file.kind': "'accusation'",
  'case_file.outcome': "'open'",
}

/** Puts a row into every table that has none, so that a migration has something to lose. */
export async function fillEmptyTables(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migration' order by oid`,
  )
  for (const { name } of rows) {
    const { rowCount } = await client.query(`select from ${name} limit 1`)
    if (rowCount === 0) await insertRow(client, name)
  }
}

async function insertRow(client: pg.ClientBase, table: string): Promise<void> {
  const { rows } = await client.query<Column>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped
       and attgenerated = '' and attidentity = ''`,
    [table],
  )
  const values = rows.map((column) => chooseValue(table, column))
  const names = rows.map(({ name }) => name)
  await client.query(`insert into ${table} (${names.join(', ')}) values (${values.join(', ')})`)
}

function chooseValue(table: string, { name, type }: Column): string {
  const value = ALLOWED[`${table}.${name}`] ?? ALLOWED[name] ?? VALUES[type]
  if (value !== undefined) return value
  throw new Error(`fill-empty-tables.ts has no value of the type ${type} for ${table}.${name}.`)
}
