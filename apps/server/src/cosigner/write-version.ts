import type { KnownRules } from '@app/score/version.ts'
import type { Cosigner } from './cosigner.ts'
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

/** What decides by which version of the score a signer judges. */
export interface VersionSituation {
  /** The version by which it has judged; `null` in a database that never noted one. */
  kept: string | null
  /** The oldest decoding that has read blocks which the node still has; `null` while nothing is indexed. */
  oldestDecoding: number | null
  /** Whether votes are open that it has to judge. */
  isBusy: boolean
}

/**
 * Decides by which version of the score a signer judges: by the present one once the blocks have been read for it and no
 * vote is open, until then by the one before. Pure.
 */
export function decideVersion(
  { kept, oldestDecoding, isBusy }: VersionSituation,
  { current, earlier }: KnownRules,
): string {
  const decoding = oldestDecoding ?? current.decoding
  const isRead = decoding >= current.decoding
  const before = earlier.find((rules) =>
    kept === null ? !isRead && rules.decoding <= decoding : rules.version === kept,
  )
  return before === undefined || (isRead && !isBusy) ? current.version : before.version
}
