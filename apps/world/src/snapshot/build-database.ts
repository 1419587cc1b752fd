import { createCosignerDatabases } from '../cosigners/create-cosigner-databases.ts'
import { writeKeystore } from '../local/keystore.ts'
import { openChain } from '../local/open-chain.ts'
import { openPostgres } from '../local/open-postgres.ts'
import type { BuildOptions } from './build-chain.ts'
import { readHistory } from './history-file.ts'
import { listScammer, openScamList } from './scam-list.ts'
import { setUpCommunity } from './set-up-community.ts'

/**
 * Builds the second part of a world, the database, and completes the chain, which contains what the
 * server publishes.
 */
export async function buildDatabase(
  options: BuildOptions & { databaseServerUrl: string | null },
): Promise<void> {
  const { dataDir, onProgress, signal } = options
  await using resources = new AsyncDisposableStack()
  const { presentMs, ...keystore } = await readHistory(dataDir)
  const postgres = await openPostgres({ ...options, isFresh: true }, resources)
  const mallory = keystore.addresses.get('mallory')
  if (mallory !== undefined) await listScammer(postgres.url, { mallory, presentMs })
  const scamList = await openScamList(postgres.url, resources)
  const chain = await openChain(options, resources)
  const environment = { ...chain, ...keystore, postgres }
  onProgress('Indexing the chain for the signers of the DAO')
  await createCosignerDatabases(environment, presentMs)
  onProgress('Letting the community vote for some days')
  await setUpCommunity(environment, { presentMs, signal }, scamList)
  await writeKeystore(dataDir, keystore)
}
