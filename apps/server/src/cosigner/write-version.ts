import type { Cosigner } from './cosigner.ts'
import { decideVersion } from './decide-version.ts'
import type { GovernanceWork } from './read-work.ts'

/**
 * Notes by which version of the score this signer judges, and whether votes are open: meanwhile the version stays, and the
 * indexer reads no block again, so that nobody is judged by two measures in one decision.
 */
export async function writeVersion(
  cosigner: Cosigner,
  { executable, voters }: GovernanceWork,
): Promise<void> {
  const { db, rules, log } = cosigner.context
  const isBusy = executable.length + voters.length > 0
  const kept = await db.selectFrom('cosigner_version').selectAll().executeTakeFirst()
  const oldestDecoding = await readOldestDecoding(cosigner)
  const version = decideVersion({ kept: kept?.version ?? null, oldestDecoding, isBusy }, rules)
  if (kept?.version === version && kept.is_busy === isBusy) return
  const row = { version, is_busy: isBusy }
  await db
    .insertInto('cosigner_version')
    .values(row)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(row))
    .execute()
  if (kept?.version !== version) log.info({ from: kept?.version, to: version }, SWITCHED)
}

const SWITCHED = 'votes are judged by this version of the score from now on'

/** The node is asked for its lowest block only while some are outdated. */
async function readOldestDecoding({
  context: { db, rules },
  flow,
}: Cosigner): Promise<number | null> {
  const readOldest = async (floor: number) => {
    const { oldest } = await db
      .selectFrom('chain_decoded')
      .select(({ fn }) => fn.min('decoding').as('oldest'))
      .where('to_height', '>=', floor)
      .executeTakeFirstOrThrow()
    return oldest
  }
  const oldest = await readOldest(0)
  if (oldest === null || oldest >= rules.current.decoding) return oldest
  return await readOldest((await flow.getNodeVersion()).nodeRootHeight)
}
