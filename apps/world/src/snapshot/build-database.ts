import type { ApiClient } from '@app/api/client/client.ts'
import { getScore, publishScore } from '@app/api/routes/score.ts'
import { createCosignerDatabases } from '../cosigners/cosigner-databases.ts'
import { openChain } from '../create-chain.ts'
import { drainPatiently } from '../drain.ts'
import { writeKeystore } from '../local/keystore.ts'
import type { LocalEnvironment } from '../local/local-environment.ts'
import { openPostgres } from '../open-database.ts'
import { MEMBERS, NAMED_ACCOUNTS } from '../people/account-names.ts'
import { findAddresses } from '../seed/run-timeline.ts'
import { advanceToPresent, type SeedOptions } from '../seed/seed-world.ts'
import { type BuildOptions, readSeededChain } from './build-chain.ts'
import { performAct } from './perform-act.ts'
import { planPolitics } from './plan-politics.ts'
import { listScammers, openScamList, type ScamList } from './scam-list.ts'
import { startManualApp } from './start-manual-app.ts'

/**
 * Builds the second part of a world, the database, and completes the chain, which contains what the
 * server publishes.
 */
export async function buildDatabase(
  options: BuildOptions & { databaseServerUrl: string | null },
): Promise<void> {
  const { dataDir, onProgress, signal } = options
  await using resources = new AsyncDisposableStack()
  const { presentMs, ...keystore } = await readSeededChain(dataDir)
  const postgres = await openPostgres({ ...options, isFresh: true }, resources)
  await listScammers(postgres.url, { ...keystore, presentMs })
  const scamList = await openScamList(postgres.url, resources)
  const chain = await openChain(options, resources)
  const environment = { ...chain, ...keystore, postgres }
  onProgress('Indexing the chain for the signers of the DAO')
  await createCosignerDatabases(environment, presentMs)
  onProgress('Letting the community vote for some days')
  await setUpCommunity(environment, { presentMs, signal }, scamList)
  await writeKeystore(dataDir, keystore)
}

/**
 * Publishes the members' first scores with a server that has indexed the chain up to that day, runs
 * the remaining days, publishes their current scores and computes those of all named people. The
 * server processes every block before the next, so that each build has the same scores.
 */
async function setUpCommunity(
  environment: LocalEnvironment,
  options: SeedOptions,
  scamList: ScamList,
): Promise<void> {
  await using resources = new AsyncDisposableStack()
  const app = await startManualApp(environment, undefined, resources)
  const { server, client, signers, letAgentAct: onBlock } = app
  await onBlock()
  options.signal.throwIfAborted()
  await publishScores(client, environment, onBlock)
  const context = {
    ...environment,
    client,
    scamList,
    runSigners: () => signers.run(),
    passBlocks: onBlock,
    removals: new Map(),
  }
  const acts = planPolitics().map(({ hoursAgo, act }) => ({
    atMs: options.presentMs - Math.round(hoursAgo * HOUR_MS),
    perform: () => performAct(context, act),
  }))
  await advanceToPresent(environment, environment, { ...options, onBlock, acts })
  await publishScores(client, environment, onBlock)
  for (const address of findAddresses(environment.addresses, NAMED_ACCOUNTS)) {
    await client.call(getScore, { params: { address } })
  }
  await drainPatiently(server)
  await signers.run()
}

const HOUR_MS = 3_600_000

/** Lets the agent publish the members' current scores one by one, each in its own block. */
async function publishScores(
  client: ApiClient,
  environment: LocalEnvironment,
  onBlock: () => Promise<void>,
): Promise<void> {
  await environment.control.setMode({ mode: 'auto' })
  for (const address of findAddresses(environment.addresses, MEMBERS)) {
    await client.call(publishScore, { params: { address } })
    await onBlock()
  }
}
