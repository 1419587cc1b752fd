import { canonicalFacts } from '@app/score/canonical/evidence-hash.ts'
import { toAddress } from '@app/values/address.ts'
import type { Context } from '../../context.ts'
import { loadCoverage } from '../../facts/load-coverage.ts'
import { loadFacts } from '../../facts/load-facts.ts'
import { createExposureStage } from '../../indexer/stages/exposure-stage.ts'
import { changeLabels } from '../../labels/change-labels.ts'
import type { NewLabel } from '../../labels/label.ts'
import { listWithin } from '../../labels/list-account.ts'
import { NotIndexedError } from '../../scorer/not-indexed-error.ts'
import { drain } from '../../stage.ts'
import { readBlock } from '../chain/read-block.ts'
import { citationsOf } from '../citation.ts'
import { type Difference, firstDifference } from '../difference.ts'
import type { Evidence } from '../evidence.ts'
import { type ScanOptions, scanBlocks } from './scan-blocks.ts'

/**
 * Whether the chain gives every input again: reads all blocks that the score covers into an empty
 * database, as the indexer does, with the lists of the file and the NFTs that were checked before.
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
    for (const label of labelsOf(evidence)) await listWithin(queries, label)
  })
  await drain([createExposureStage(context)])
  await keepHoldings(context, evidence)
  const { chain, offchain } = canonicalFacts(await scannedFacts(context, evidence))
  return (
    firstDifference('inputs.chain', JSON.parse(chain), file.inputs.chain) ??
    firstDifference('inputs.offchain', JSON.parse(offchain), file.inputs.offchain) ??
    (await findHopDifference(context, evidence))
  )
}

/** The wallet's own entry is the one that the inputs name; of the others only the account counts. */
function labelsOf({ file, address, facts }: Evidence): NewLabel[] {
  const said = { source: 'evidence file', confidence: 1, reason: 'On the lists of the file.' }
  const labelOf = (kind: NewLabel['kind']) => (text: string) => {
    const own = kind === 'scam' && text === address ? facts.listing : null
    return { ...said, ...own, kind, address: toAddress(text) }
  }
  return [...file.lists.scam.map(labelOf('scam')), ...file.lists.service.map(labelOf('service'))]
}

async function keepHoldings(
  { db }: Context,
  { address, facts: { holdings } }: Evidence,
): Promise<void> {
  if (holdings === null) return
  const read = { address, read_height: 0, skipped_paths: 0 }
  await db.insertInto('score_holding_read').values(read).execute()
  const rows = holdings.map(({ collection, count }) => ({ address, collection, count }))
  if (rows.length > 0) await db.insertInto('score_holding').values(rows).execute()
}

async function scannedFacts({ db, config }: Context, { address }: Evidence) {
  const coverage = await loadCoverage(db)
  if (coverage === null) throw new NotIndexedError()
  return await loadFacts(db, { address, network: config.network, coverage })
}

/** Whether each account that is cited as so many steps from a listed one is that far from one. */
async function findHopDifference({ db }: Context, evidence: Evidence): Promise<Difference | null> {
  for (const { path, counterparty, pointer } of citationsOf(evidence)) {
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
