import { randomBytes } from 'node:crypto'
import { addContract, appointPublisher, claimPublisher, openSender } from '@app/contracts/calls.ts'
import { readContractSource } from '@app/contracts/contract-sources.ts'
import {
  buildEventTypeId,
  type CadenceCall,
  resolveImports,
} from '@app/contracts/resolve-imports.ts'
import { createSigner, type Signer } from '@app/flow/keys/create-signer.ts'
import type { ChainEvent } from '@app/flow/read/chain.ts'
import { startTestChain, type TestChain } from '@app/flow/testing/test-chain.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import type { AgentAccount } from '../../config.ts'

/** Number of keys of the agent's account, and so of concurrent transactions. */
export const KEY_COUNT = 4

const PRIVATE_KEY = randomBytes(32).toString('hex')

/** A local chain with the score contract and an agent account that may publish. */
export interface AgentChain extends TestChain {
  agent: AgentAccount
  /** Reads every publication event, in chain order. */
  publications(address?: Address): Promise<ChainEvent[]>
  commitBlocks(count: number): Promise<void>
  /**
   * manual: transactions wait for `commitBlocks`; auto: each transaction is executed in its own
   * block.
   */
  setMode(mode: 'manual' | 'auto'): Promise<void>
}

/** Starts a chain; `keyCount` replaces `KEY_COUNT`. */
export async function openAgentChain(keyCount = KEY_COUNT): Promise<AgentChain> {
  const world = await startTestChain()
  const { service, reader, emulator } = world
  for (const name of ['DharmaStanding', 'DharmaScore'] as const) {
    const code = resolveImports(readContractSource(name), 'local')
    await runCall(world, addContract({ name, code }), service)
  }
  const agent = await createAgentAccount(world, keyCount)
  await runCall(world, appointPublisher({ publisher: agent.address }), service)
  const signer = createSigner({ ...agent, keyIndex: 0 })
  await runCall(world, claimPublisher({ provider: service.address }), signer)
  const event = buildEventTypeId('DharmaScore.ScorePublished', 'local')
  return {
    ...world,
    agent,
    publications: async (address) => {
      const { height } = await reader.getLatestBlock()
      const found: ChainEvent[] = []
      for (let from = 0; from <= height; from += 250) {
        found.push(...(await reader.getEvents(event, from, Math.min(height, from + 249))))
      }
      return found.filter(({ fields }) => address === undefined || fields.address === address)
    },
    commitBlocks: async (count) => void (await emulator.control('/blocks', { count })),
    setMode: async (mode) => void (await emulator.control('/mode', { mode })),
  }
}

async function createAgentAccount(world: TestChain, keyCount: number): Promise<AgentAccount> {
  const key = { privateKeyHex: PRIVATE_KEY, keyIndex: 0 }
  const { publicKeyHex } = createSigner({ address: world.service.address, ...key })
  const opening = openSender({
    publicKey: publicKeyHex,
    keyCount,
    amount: 1_000_000_000n,
  })
  const { events } = await runCall(world, opening, world.service)
  const created = events.find(({ type }) => type === 'flow.AccountCreated')
  return { address: toAddress(String(created?.fields.address)), privateKeyHex: PRIVATE_KEY }
}

async function runCall(world: TestChain, call: CadenceCall, proposer: Signer) {
  const cadence = resolveImports(call.cadence, 'local')
  const result = await world.run({ cadence, args: call.args, proposer })
  if (result.error !== null) throw new Error(`${call.name} failed: ${result.error.text}`)
  return result
}
