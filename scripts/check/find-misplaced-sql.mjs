const SQL_FILE =
  /(?:\/(?:db|sums|testing)\/.+|\/(?:load|read|write)-[^/]+\.ts|\/queries\.ts|\.test\.ts)$/

const SQL =
  /\bsql(?:<[^`(]*>)?`|\bsql\.\w+|\.query\s*[<(]|\b(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\s*\(|[`'"]\s*(?:insert into|delete from|update \w+\s+set)\s/gi

/**
 * Returns each place where a file sends or builds SQL, shortened, when the file may hold none. SQL belongs
 * in `load-….ts`, `read-….ts`, `write-….ts` and `queries.ts`, in the folders `db/` and `sums/`, and in tests.
 * @param {string} path with `/` between its parts
 * @param {string} source TypeScript
 * @returns {string[]}
 */
export function findMisplacedSql(path, source) {
  if (SQL_FILE.test(path)) return []
  return [...source.matchAll(SQL)].map(([match]) => match.trim().slice(0, 40))
}
