import { sql } from 'kysely'
import type { Context } from '../../runtime/context.ts'

/**
 * Returns a function that reads something that many ask for. Those who ask while a reading runs share the next one, which
 * begins after they asked; and nothing is read again while no transaction has written to the database since, which its
 * snapshot tells. So no answer is older than its question, whatever has changed, and nobody has to say what did.
 */
export function loadOncePerSnapshot<Value>(
  { db }: Pick<Context, 'db'>,
  read: () => Promise<Value>,
): () => Promise<Value> {
  let kept: { snapshot: string; value: Value } | null = null
  const readUnlessKept = async () => {
    // Before the reading: what is written during it is read again next time.
    const snapshot = await readSnapshot({ db })
    if (kept?.snapshot !== snapshot) kept = { snapshot, value: await read() }
    return kept.value
  }
  return shareNext(readUnlessKept)
}

/** Runs `work` once at a time; whoever asks while it runs gets the result of the next run. */
function shareNext<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<Value> | null = null
  return () => {
    next ??= running.then(() => {
      const run = work()
      next = null
      running = run.catch(() => {})
      return run
    })
    return next
  }
}

/** Returns what tells the present state of the database from every other: which transactions it has seen end. */
async function readSnapshot({ db }: Pick<Context, 'db'>): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`
    select pg_current_snapshot()::text as snapshot`.execute(db)
  return String(rows[0]?.snapshot)
}
