import type pg from 'pg'

/** The rows of a table as text, by the numbers of its columns, which a new name does not change. */
interface TableRows {
  name: string
  /** `number:type` of each column. */
  columns: string[]
  rows: Record<string, unknown>[]
}

/** Reads the rows of all tables by their ids, which a new name does not change. */
export async function readRows(client: pg.ClientBase): Promise<Map<number, TableRows>> {
  const { rows: tables } = await client.query<{ id: number; name: string; columns: string[] }>(
    `select pg_class.oid::int as id, relname as name,
       array_agg(attnum || ':' || format_type(atttypid, atttypmod) || ':' || attname order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
     where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migration'
     group by pg_class.oid, relname`,
  )
  const found = new Map<number, TableRows>()
  for (const { id, name, columns } of tables) {
    const split = columns.map((column) => column.split(':'))
    const fields = split.map(([number, type, own]) => `'${number}:${type}', ${own}::text`)
    const { rows } = await client.query(`select jsonb_build_object(${fields}) as row from ${name}`)
    found.set(id, {
      name,
      columns: split.map(([number, type]) => `${number}:${type}`),
      rows: rows.map(({ row }) => row),
    })
  }
  return found
}

/** Returns a sentence for each row that is no longer there, or no longer the same in the columns that remain. */
export function findLostRows(
  before: ReadonlyMap<number, TableRows>,
  after: ReadonlyMap<number, TableRows>,
): string[] {
  return [...before].flatMap(([id, { name, columns, rows }]) => {
    const now = after.get(id)
    if (now === undefined) return [`${name}: the table`]
    const common = columns.filter((column) => now.columns.includes(column))
    const pick = (row: Record<string, unknown>) => JSON.stringify(common.map((key) => row[key]))
    const kept = new Set(now.rows.map(pick))
    return rows.filter((row) => !kept.has(pick(row))).map((row) => `${name}: ${pick(row)}`)
  })
}
