import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentAccount } from '@app/server/agent/keyring.ts'
import type { Address } from '@app/values/address.ts'
import { type Chain, createChain } from '../chain/create-chain.ts'
import type { Addresses } from '../seed/play.ts'
import { createRandom } from '../seed/random.ts'
import { LIVE, seedWorld } from '../seed/seed-world.ts'
import { type Control, createControl } from '../toolbox/control.ts'
import { type EmulatorReady, startEmulator } from '../toolbox/start-emulator.ts'
import type { Tool } from '../toolbox/start-tool.ts'
import { openAgent } from './open-agent.ts'
import { writeJson } from './write-json.ts'

export interface ChainOptions {
  toolbox: string
  dataDir: string
  /** Goes on with the chain that is there. */
  isKept: boolean
  onProgress: (sentence: string) => void
  signal: AbortSignal
}

/** A running chain with people on it. */
export interface OpenChain {
  emulator: Tool<EmulatorReady>
  chain: Chain
  control: Control
  addresses: Addresses
  agent: AgentAccount
}

/** The same world at each fresh start. */
const SEED = 1

/** Addresses of everybody, written when the seeding is complete. */
export const peopleFile = (dataDir: string) => join(dataDir, 'people.json')

/** Address and private key of the agent; for this world alone, and read by nobody else. */
const agentFile = (dataDir: string) => join(dataDir, 'agent.json')

/** Starts the emulator, and fills a fresh chain with people and their history. */
export async function openChain(
  options: ChainOptions,
  parts: AsyncDisposableStack,
): Promise<OpenChain> {
  const { toolbox, dataDir, isKept, onProgress } = options
  const dbDir = join(dataDir, 'chain')
  if (!isKept) await rm(dbDir, { recursive: true, force: true })
  onProgress('Starting the Flow emulator')
  const emulator = await startEmulator({ toolbox, dbDir })
  parts.defer(() => emulator.stop())
  const control = createControl(emulator.ready.control)
  const chain = createChain(emulator.ready)
  const inhabitants = isKept
    ? await continueWorld(control, dataDir)
    : await beginWorld({ chain, control }, options)
  return { emulator, chain, control, ...inhabitants }
}

type Inhabitants = Pick<OpenChain, 'addresses' | 'agent'>

async function continueWorld(control: Control, dataDir: string): Promise<Inhabitants> {
  const people: Record<string, Address> = JSON.parse(await readFile(peopleFile(dataDir), 'utf8'))
  const agent: AgentAccount = JSON.parse(await readFile(agentFile(dataDir), 'utf8'))
  await control.setMode(LIVE)
  return { addresses: new Map(Object.entries(people)) as Addresses, agent }
}

async function beginWorld(
  place: { chain: Chain; control: Control },
  { dataDir, onProgress, signal }: ChainOptions,
): Promise<Inhabitants> {
  const addresses = await seedWorld(place, { random: createRandom(SEED), onProgress, signal })
  const agent = await openAgent(place)
  await writeJson(agentFile(dataDir), agent, 0o600)
  await writeJson(peopleFile(dataDir), Object.fromEntries(addresses))
  return { addresses, agent }
}
