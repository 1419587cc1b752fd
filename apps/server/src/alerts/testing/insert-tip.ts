import type { Context } from '../../runtime/context.ts'
import { buildLiveCursor } from '../../testing/ledger.ts'

let height = 1

/** Makes a block of this time, in Unix milliseconds, the latest indexed one. */
export async function insertTip({ db }: Pick<Context, 'db'>, timeMs: number): Promise<void> {
  height += 1
  await db.deleteFrom('chain_cursor').execute()
  await db
    .insertInto('chain_cursor')
    .values({ ...buildLiveCursor(1, height), block_ms: timeMs })
    .execute()
}
