import {
  addContract,
  appointFlagger,
  appointWatcher,
  claimFlagger,
  claimWatcher,
  fundRechecks,
  publishScore,
} from '@app/contracts/calls.ts'
import {
  DEPLOYMENT_ORDER,
  LOCAL_ONLY_CONTRACTS,
  readContractSource,
} from '@app/contracts/contract-sources.ts'
import { type CadenceCall, resolveImports } from '@app/contracts/resolve-imports.ts'
import { createSigner, type Signer } from '@app/flow/keys/create-signer.ts'
import type { TransactionResult } from '@app/flow/read/chain.ts'
import type { Address } from '@app/values/address.ts'
import { type AgentChain, openAgentChain } from './open-agent-chain.ts'

/** A chain with all contracts of the product. */
export interface GovernanceChain extends AgentChain {
  /** Advances the chain's clock and produces a block. */
  advanceTime(seconds: number): Promise<void>
  /** Moves the clock on without a block: the next block has the new time. */
  moveClock(seconds: number): Promise<void>
  /** Publishes a score of 100 for each address; it stands from then on. */
  publishGoodScores(addresses: readonly Address[]): Promise<void>
  /** Sends a transaction; throws when it fails. */
  runCall(call: CadenceCall, proposer: Signer): Promise<TransactionResult>
}

/** Contracts that `openAgentChain` deploys. */
const DEPLOYED = new Set<string>(['DharmaStanding', 'DharmaScore'])

/** Starts a chain; `keyCount` is the number of the agent's keys. */
export async function openGovernanceChain(keyCount?: number): Promise<GovernanceChain> {
  const chain = await openAgentChain(keyCount)
  const runCall = async ({ name, cadence, args }: CadenceCall, proposer: Signer) => {
    const call = { cadence: resolveImports(cadence, 'local'), args, proposer }
    const result = await chain.run(call)
    if (result.error !== null) throw new Error(`${name} failed: ${result.error.text}`)
    return result
  }
  for (const name of [...LOCAL_ONLY_CONTRACTS, ...DEPLOYMENT_ORDER]) {
    if (DEPLOYED.has(name)) continue
    const code = resolveImports(readContractSource(name), 'local')
    await runCall(addContract({ name, code }), chain.service)
  }
  const publisher = createSigner({ ...chain.agent, keyIndex: 3 })
  let offsetMs = 0
  let publication = 0
  const moveClock = async (seconds: number) => {
    offsetMs += seconds * 1000
    await chain.emulator.control('/clock', { offsetMs })
  }
  return {
    ...chain,
    runCall,
    moveClock,
    advanceTime: async (seconds) => {
      await moveClock(seconds)
      await chain.commitBlocks(1)
    },
    publishGoodScores: async (addresses) => {
      for (const address of addresses) {
        publication += 1
        const { height } = await chain.reader.getLatestBlock()
        const evidenceHash = publication.toString(16).padStart(64, '0')
        const factors = Array.from({ length: 6 }, () => 10_000)
        const version = '0.9.0'
        const record = { address, factors, version, evidenceHash, blockHeight: height }
        await runCall(publishScore(record), publisher)
      }
    },
  }
}

const FUND_UNITS = 1_000_000_000n

/** Starts a chain with all contracts on which the agent may publish, flag and watch. */
export async function openFlaggerChain(): Promise<GovernanceChain> {
  const chain = await openGovernanceChain()
  const { service, agent, runCall } = chain
  const signer = createSigner({ ...agent, keyIndex: 0 })
  await runCall(appointFlagger({ flagger: agent.address }), service)
  await runCall(claimFlagger({ provider: service.address }), signer)
  await runCall(appointWatcher({ watcher: agent.address }), service)
  await runCall(claimWatcher({ provider: service.address }), signer)
  await runCall(fundRechecks({ amount: FUND_UNITS }), service)
  return chain
}
