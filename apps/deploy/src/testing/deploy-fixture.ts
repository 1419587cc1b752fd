import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSharedAccount } from '@app/contracts/calls.ts'
import { type CadenceCall, resolveImports } from '@app/contracts/resolve-imports.ts'
import { createSigner } from '@app/flow/keys/create-signer.ts'
import { startTestChain, type TestChain } from '@app/flow/testing/test-chain.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { parseUfix64 } from '@app/values/amount.ts'
import { type Deployment, deploy } from '../deploy.ts'
import type { Settings } from '../settings.ts'

export interface TestAccount {
  address: Address
  privateKeysHex: string[]
  /** One file of mode 600 for each key. */
  keyFiles: string[]
}

interface TestAccountOptions {
  keyWeight: number
  /** Number of keys, 1 by default. */
  keyCount?: number
  /** Uses the same key at each index. */
  isSameKey?: boolean
  flowAmount: string
}

/** An emulator without our contracts, a folder for keys, and the output of deployments. */
export interface DeployFixture {
  chain: TestChain
  folder: string
  /** Deploys with confirmation, and returns the printed lines. */
  deploy(settings: Settings, change?: Partial<Deployment>): Promise<string[]>
  createAccount(account: TestAccountOptions): Promise<TestAccount>
  /** Returns settings for this contracts account, a new DAO account and no agent. */
  buildSettings(account: TestAccount): Settings
  /** Number of transactions that the account has proposed. */
  countProposedTransactions(address: Address): Promise<number>
  stop(): Promise<void>
}

export async function startDeployFixture(): Promise<DeployFixture> {
  const [chain, folder] = await Promise.all([startTestChain(), mkdtemp(join(tmpdir(), 'deploy-'))])
  return {
    chain,
    folder,
    deploy: (settings, change) => deployConfirmed(chain, { settings, ...change }),
    createAccount: (account) => createTestAccount(chain, folder, account),
    buildSettings: ({ address, privateKeysHex }) => ({
      contracts: { address, privateKeysHex, source: 'DHARMA_CONTRACTS_KEY' },
      dao: { address: null, publicKeysHex: null, keyFiles: listDaoKeyFiles(folder) },
      appointed: [],
      fundUnits: 0n,
    }),
    countProposedTransactions: async (address) =>
      (await chain.reader.getAccount(address))?.keys[0]?.sequenceNumber ?? 0,
    stop: async () => {
      await chain.emulator.stop()
      await rm(folder, { recursive: true })
    },
  }
}

export const listDaoKeyFiles = (folder: string): string[] =>
  [1, 2, 3].map((number) => join(folder, 'keys', `dao-${number}.key`))

async function deployConfirmed(
  { emulator }: TestChain,
  options: Pick<Deployment, 'settings'> & Partial<Deployment>,
): Promise<string[]> {
  const lines: string[] = []
  const { accessNodeUrl } = emulator
  await deploy(
    { network: 'local', accessNodeUrl, isDryRun: false, ...options },
    { print: (line) => lines.push(line), confirm: async () => true },
  )
  return lines
}

async function createTestAccount(
  chain: TestChain,
  folder: string,
  { keyWeight, keyCount = 1, isSameKey = false, flowAmount }: TestAccountOptions,
): Promise<TestAccount> {
  const oneKey = createPrivateKey()
  const privateKeysHex = Array.from({ length: keyCount }, () =>
    isSameKey ? oneKey : createPrivateKey(),
  )
  const publicKeys = privateKeysHex.map(
    (privateKeyHex) => createSigner({ ...chain.service, keyIndex: 0, privateKeyHex }).publicKeyHex,
  )
  const weight = parseUfix64(`${keyWeight}.0`)
  const call = openSharedAccount({ publicKeys, weight, amount: parseUfix64(flowAmount) })
  const { events } = await sendAsService(chain, call)
  const created = events.find(({ type }) => type === 'flow.AccountCreated')
  const address = toAddress(String(created?.fields.address))
  const keyFiles = privateKeysHex.map((_, index) => join(folder, `${address}-${index}.key`))
  for (const [index, file] of keyFiles.entries()) {
    await writeFile(file, privateKeysHex[index] ?? '', { mode: 0o600 })
  }
  return { address, privateKeysHex, keyFiles }
}

const createPrivateKey = (): string => randomBytes(32).toString('hex')

/** Sends the call as the service account. Throws when it fails. */
async function sendAsService(chain: TestChain, { cadence, args }: CadenceCall) {
  const request = { cadence: resolveImports(cadence, 'local'), args, proposer: chain.service }
  const result = await chain.run(request)
  if (result.error !== null) throw new Error(result.error.text)
  return result
}
