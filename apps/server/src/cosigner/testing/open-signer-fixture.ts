import { onTestFinished } from 'vitest'
import { type FaultProxy, startFaultProxy } from '../../agent/testing/fault-proxy.ts'
import { insertTestScore } from '../../agent/testing/insert-test-score.ts'
import { createIndexerStages } from '../../indexer/create-indexer-stages.ts'
import type { Context } from '../../runtime/context.ts'
import { runUntilIdle, type Stage } from '../../runtime/stage.ts'
import { createMailboxRole } from '../../testing/create-mailbox-role.ts'
import { createTestContext } from '../../testing/create-test-context.ts'
import { openCosigner } from '../cosigner.ts'
import { createCosignStage } from '../create-cosign-stage.ts'
import type { DaoChain } from './open-dao-chain.ts'

/** One signer with its own database and node connection. */
export interface TestSigner {
  context: Context
  proxy: FaultProxy
  stage: Stage
  mailboxUrl: string
  /** PostgreSQL role with which it writes. */
  role: string
  privateKeyHex: string
  /** Indexes the chain, from the opening of the signer on, into its own database. */
  index(): Promise<void>
  /** Stores scores with the evidence of the published records, as if it had computed them. */
  agree(): Promise<void>
}

export interface SignerOptions {
  /** Its node, instead of the emulator. */
  nodeUrl?: string
}

/** A main database with a mailbox, and signers that meet in it. */
export interface SignerFixture {
  main: Context
  openSigner(keyIndex: number, options?: SignerOptions): Promise<TestSigner>
  /** Creates a role for the mailbox and returns its name and URL. */
  openRole(): Promise<{ role: string; url: string }>
}

export async function openSignerFixture(chain: DaoChain): Promise<SignerFixture> {
  const main = await createTestContext({ accessNodeUrl: chain.emulator.accessNodeUrl })
  const openRole = () => createMailboxRole(main)
  return {
    main,
    openRole,
    openSigner: async (keyIndex, options = {}) => {
      const { role, url } = await openRole()
      const privateKeyHex = chain.dao.privateKeysHex[keyIndex] ?? ''
      return await openTestSigner(chain, { role, mailboxUrl: url, privateKeyHex }, options)
    },
  }
}

async function openTestSigner(
  chain: DaoChain,
  secrets: { role: string; mailboxUrl: string; privateKeyHex: string },
  { nodeUrl = chain.emulator.accessNodeUrl }: SignerOptions,
): Promise<TestSigner> {
  const proxy = await startFaultProxy(nodeUrl)
  onTestFinished(() => proxy.stop())
  const { height } = await chain.reader.getLatestBlock()
  const context = await createTestContext({ accessNodeUrl: proxy.url, startHeight: height })
  const cosigner = openCosigner({ context, secrets })
  onTestFinished(() => cosigner.mailbox.close())
  return {
    ...secrets,
    context,
    proxy,
    stage: createCosignStage(cosigner),
    index: () => runUntilIdle(createIndexerStages(context).map(({ stage }) => stage)),
    agree: async () => {
      for (const { address } of chain.voters) {
        await insertTestScore(context, { address, evidenceHash: chain.evidenceHash, value: 7000 })
      }
    },
  }
}
