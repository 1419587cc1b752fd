import { openQueue } from '../../../alerts/delivery/open-queue.ts'
import { copyDatabase } from '../../create-test-database.ts'
import { installDatabaseClock } from '../injection/clocks.ts'

/** Copies a migrated database, with the queue of the webhooks and a clock that can be set; disposing drops it. */
export async function prepareTemplate(
  templateUrl: string,
): Promise<AsyncDisposable & { url: string }> {
  const { url, drop } = await copyDatabase(templateUrl)
  const queue = await openQueue(url, { warn: () => {} })
  await queue.close()
  await installDatabaseClock(url)
  return { url, [Symbol.asyncDispose]: drop }
}
