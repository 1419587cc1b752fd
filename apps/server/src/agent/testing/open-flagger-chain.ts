import {
  appointFlagger,
  appointWatcher,
  claimFlagger,
  claimWatcher,
  fundRechecks,
} from '@app/contracts/calls.ts'
import { createSigner } from '@app/flow/keys/create-signer.ts'
import { type GovernanceChain, openGovernanceChain } from './open-governance-chain.ts'

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
