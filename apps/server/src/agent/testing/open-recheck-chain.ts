import {
  addContract,
  appointWatcher,
  claimWatcher,
  fundRechecks,
  getNextRun,
  unwatchWallet,
} from '@app/contracts/calls.ts'
import { readContractSource } from '@app/contracts/contract-sources.ts'
import {
  buildEventTypeId,
  type CadenceCall,
  resolveImports,
} from '@app/contracts/resolve-imports.ts'
import { createSigner, type Signer } from '@app/flow/keys/create-signer.ts'
import type { ChainEvent } from '@app/flow/read/chain.ts'
import type { Address } from '@app/values/address.ts'
import { type AgentChain, openAgentChain } from './open-agent-chain.ts'

/** A chain with the recheck contract, whose fund is empty, and an agent account that may watch. */
export interface RecheckChain extends AgentChain {
  fund(units: bigint): Promise<void>
  /** Stops the rechecks of a watched address. */
  unwatch(address: Address): Promise<void>
  /** Advances the chain's clock and executes the scheduled runs that are then due. */
  advanceTime(seconds: number): Promise<void>
  /** Reads the announced runs of an address, in chain order. */
  dueRuns(address: Address): Promise<ChainEvent[]>
  /**
   * Reads when the next run of an address is due, in units of 10⁻⁸ Unix seconds; `null` when it is
   * not watched.
   */
  nextRun(address: Address): Promise<bigint | null>
}

export async function openRecheckChain(): Promise<RecheckChain> {
  const chain = await openAgentChain()
  const { service, agent, reader, emulator } = chain
  const code = resolveImports(readContractSource('DharmaRecheck'), 'local')
  await runCall(addContract({ name: 'DharmaRecheck', code }), service)
  await runCall(appointWatcher({ watcher: agent.address }), service)
  const watcher = createSigner({ ...agent, keyIndex: 0 })
  await runCall(claimWatcher({ provider: service.address }), watcher)
  let offsetMs = 0

  async function runCall({ name, cadence, args }: CadenceCall, proposer: Signer) {
    const call = { cadence: resolveImports(cadence, 'local'), args, proposer }
    const { error } = await chain.run(call)
    if (error !== null) throw new Error(`${name} failed: ${error.text}`)
  }

  return {
    ...chain,
    unwatch: (address) => runCall(unwatchWallet({ address }), watcher),
    fund: (units) => runCall(fundRechecks({ amount: units }), service),
    advanceTime: async (seconds) => {
      offsetMs += seconds * 1000
      await emulator.control('/clock', { offsetMs })
      await chain.commitBlocks(3)
    },
    dueRuns: async (address) => {
      const type = buildEventTypeId('DharmaRecheck.RecheckDue', 'local')
      const { height } = await reader.getLatestBlock()
      const events = await reader.getEvents(type, Math.max(0, height - 249), height)
      return events.filter(({ fields }) => fields.address === address)
    },
    nextRun: async (address) => {
      const { cadence, args } = getNextRun({ address })
      return (await reader.executeScript(resolveImports(cadence, 'local'), args)) as bigint | null
    },
  }
}
