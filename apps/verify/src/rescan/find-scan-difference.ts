import { toCanonicalFacts } from '@app/score/canonical/evidence-hash.ts'
import { loadCoverage } from '@app/server/facts/load-coverage.ts'
import { loadFacts } from '@app/server/facts/load-facts.ts'
import { createExposureStage } from '@app/server/indexer/stages/create-exposure-stage.ts'
import { changeLabels } from '@app/server/labels/change-labels.ts'
import type { NewLabel } from '@app/server/labels/label.ts'
import { upsertLabelWithin } from '@app/server/labels/upsert-label.ts'
import type { Context } from '@app/server/runtime/context.ts'
import { drain } from '@app/server/runtime/stage.ts'
import { NotIndexedError } from '@app/server/scorer/not-indexed-error.ts'
import { toAddress } from '@app/values/address.ts'
import { readBlock } from '../chain/read-block.ts'
import { listCitations } from '../citation.ts'
import { type Difference, findFirstDifference } from '../difference.ts'
import type { Evidence } from '../evidence.ts'
import { type ScanOptions, scanBlocks } from './scan-blocks.ts'

/**
 * Checks every input against the chain: indexes all blocks that the score covers into an empty database, and
 * computes the inputs from it, with the lists of the file and the NFTs that were checked before.
 */
export async function findScanDifference(
  context: Context,
  evidence: Evidence,
  options: ScanOptions,
): Promise<Difference | null> {
  const { file } = evidence
  await readBlock(context.flow, file.coverage.fromHeight)
  await scanBlocks(context, file.coverage, options)
  await changeLabels(context.db, async (queries) => {
    for (const label of buildLabels(evidence)) await upsertLabelWithin(queries, label)
  })
  await drain([createExposureStage(context)])
  await writeHoldings(context, evidence)
  const { chain, offchain } = toCanonicalFacts(await loadScannedFacts(context, evidence))
  return (
    findFirstDifference('inputs.chain', JSON.parse(chain), file.inputs.chain) ??
    findFirstDifference('inputs.offchain', JSON.parse(offchain), file.inputs.offchain) ??
    (await findHopDifference(context, evidence))
  )
}

/** The wallet's own entry comes from the inputs; of the other entries only the account matters. */
function buildLabels({ file, address, facts }: Evidence): NewLabel[] {
  const defaults = { source: 'evidence file', confidence: 1, reason: 'On the lists of the file.' }
  const buildLabel = (kind: NewLabel['kind']) => (text: string) => {
    const own = kind === 'scam' && text === address ? facts.listing : null
    return { ...defaults, ...own, kind, address: toAddress(text) }
  }
  return [
    ...file.lists.scam.map(buildLabel('scam')),
    ...file.lists.service.map(buildLabel('service')),
  ]
}

async function writeHoldings(
  { db }: Context,
  { address, facts: { holdings } }: Evidence,
): Promise<void> {
  if (holdings === null) return
  const read = { address, read_height: 0, skipped_paths: 0 }
  await db.insertInto('score_holding_read').values(read).execute()
  const rows = holdings.map(({ collection, count }) => ({ address, collection, count }))
  if (rows.length > 0) await db.insertInto('score_holding').values(rows).execute()
}

async function loadScannedFacts({ db, config }: Context, { address }: Evidence) {
  const coverage = await loadCoverage(db)
  if (coverage === null) throw new NotIndexedError()
  return await loadFacts(db, { address, network: config.network, coverage })
}

/** Checks the distance of each cited counterparty from a listed account. */
async function findHopDifference({ db }: Context, evidence: Evidence): Promise<Difference | null> {
  for (const { path, counterparty, pointer } of listCitations(evidence)) {
    if (pointer.kind !== 'listed_contacts' || counterparty === null) continue
    const taint = await db
      .selectFrom('chain_taint')
      .select('level')
      .where('address', '=', counterparty)
      .executeTakeFirst()
    if (taint?.level === pointer.hop) continue
    const expected = `an account ${pointer.hop} steps from a listed one`
    return { path: `${path}.counterparty`, expected, found: counterparty }
  }
  return null
}
