import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import { resolveImports } from '@app/contracts/resolve-imports.ts'
import { openSharedAccount } from '@app/contracts/transactions.generated.ts'
import { createSigner } from '@app/flow/keys/create-signer.ts'
import { type ChainWorld, startChainWorld } from '@app/flow/testing/chain-world.ts'
import type { Address } from '@app/values/address.ts'
import { toAddress } from '@app/values/address.ts'
import { parseUfix64 } from '@app/values/amount.ts'
import type { Settings } from '../command/take-settings.ts'
import { type Deployment, deploy } from '../deploy.ts'

export interface OpenAccount {
  address: Address
  privateKeysHex: string[]
  /** One file of mode 600 for each key. */
  keyFiles: string[]
}

interface Opening {
  weights: number
  /** Of keys, one by default. */
  keys?: number
  /** The same key stands at each index. */
  isOneKey?: boolean
  flow: string
}

/** A bare emulator, a folder for keys, and what a person sees. */
export interface Bench {
  world: ChainWorld
  folder: string
  /** Deploys, answering yes, and returns what it printed. */
  deploy(settings: Settings, change?: Partial<Deployment>): Promise<string[]>
  open(account: Opening): Promise<OpenAccount>
  /** Of the contracts, for a DAO that is opened and no agent. */
  settingsOf(account: OpenAccount): Settings
  /** Number of transactions that the account has proposed. */
  sentBy(address: Address): Promise<number>
  stop(): Promise<void>
}

export async function openBench(): Promise<Bench> {
  const [world, folder] = await Promise.all([startChainWorld(), mkdtemp(join(tmpdir(), 'deploy-'))])
  return {
    world,
    folder,
    deploy: (settings, change) => deployAsTold(world, { settings, ...change }),
    open: (account) => openAccount(world, folder, account),
    settingsOf: ({ address, privateKeysHex }) => ({
      contracts: { address, privateKeysHex, source: 'DHARMA_CONTRACTS_KEY' },
      dao: { address: null, publicKeysHex: null, keyFiles: daoFiles(folder) },
      agent: null,
      fundUnits: 0n,
    }),
    sentBy: async (address) => (await world.reader.account(address))?.keys[0]?.sequenceNumber ?? 0,
    stop: async () => {
      await world.emulator.stop()
      await rm(folder, { recursive: true })
    },
  }
}

export const daoFiles = (folder: string): string[] =>
  [1, 2, 3].map((number) => join(folder, 'keys', `dao-${number}.key`))

async function deployAsTold(
  { emulator }: ChainWorld,
  told: Pick<Deployment, 'settings'> & Partial<Deployment>,
): Promise<string[]> {
  const lines: string[] = []
  const { accessNodeUrl } = emulator
  await deploy(
    { network: 'local', accessNodeUrl, isDryRun: false, ...told },
    { print: (line) => lines.push(line), confirm: async () => true },
  )
  return lines
}

async function openAccount(
  world: ChainWorld,
  folder: string,
  { weights, keys = 1, isOneKey = false, flow }: Opening,
): Promise<OpenAccount> {
  const oneKey = createKey()
  const privateKeysHex = Array.from({ length: keys }, () => (isOneKey ? oneKey : createKey()))
  const publicKeys = privateKeysHex.map((privateKeyHex) => publicKeyOf(world, privateKeyHex))
  const weight = parseUfix64(`${weights}.0`)
  const call = openSharedAccount({ publicKeys, weight, amount: parseUfix64(flow) })
  const { events } = await perform(world, call)
  const created = events.find(({ type }) => type === 'flow.AccountCreated')
  const address = toAddress(String(created?.fields.address))
  const keyFiles = privateKeysHex.map((_, index) => join(folder, `${address}-${index}.key`))
  for (const [index, file] of keyFiles.entries()) {
    await writeFile(file, privateKeysHex[index] ?? '', { mode: 0o600 })
  }
  return { address, privateKeysHex, keyFiles }
}

const createKey = (): string => randomBytes(32).toString('hex')

const publicKeyOf = ({ service }: ChainWorld, privateKeyHex: string): string =>
  createSigner({ address: service.address, keyIndex: 0, privateKeyHex }).publicKeyHex

/** Sends it as the service account. Throws when it fails. */
async function perform(world: ChainWorld, { cadence, args }: CadenceCall) {
  const request = { cadence: resolveImports(cadence, 'local'), args, proposer: world.service }
  const result = await world.run(request)
  if (result.error !== null) throw new Error(result.error.text)
  return result
}
