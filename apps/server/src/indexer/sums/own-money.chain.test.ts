import { depositTokens, openVault, payIntoVault, withdrawTokens } from '@app/contracts/calls.ts'
import { resolveImports } from '@app/contracts/resolve-imports.ts'
import type { Signer } from '@app/flow/keys/create-signer.ts'
import type { Address } from '@app/values/address.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import { buildFlowVaultTypeId } from '@app/values/token-type.ts'
import { afterAll, expect, it } from 'vitest'
import { openGovernanceChain } from '../../agent/testing/open-governance-chain.ts'
import { runUntilIdle } from '../../runtime/stage.ts'
import { openFileContext } from '../../testing/create-test-context.ts'
import { loadTestFacts } from '../../testing/load-one.ts'
import {
  delegate,
  delegateFromCollection,
  handOverStake,
  openStakingCollection,
  registerNode,
  undelegate,
  undelegateFromCollection,
} from '../../testing/staking.ts'
import { createIndexerStages } from '../create-indexer-stages.ts'

const FLOW = buildFlowVaultTypeId('local')
const FLOW_VAULT = 'flowTokenVault'

const chain = await openGovernanceChain()
afterAll(() => chain.emulator.stop())
const context = await openFileContext({ accessNodeUrl: chain.emulator.accessNodeUrl })
await chain.runCall(registerNode(300_000n * UNITS_PER_TOKEN), chain.service)

async function openFundedAccount(): Promise<Signer> {
  const account = await chain.createAccount()
  await chain.transfer(chain.service, account.address, 1_000n * UNITS_PER_TOKEN)
  return account
}

async function loadAccount(address: Address) {
  await runUntilIdle(createIndexerStages(context).map(({ stage }) => stage))
  const facts = await loadTestFacts(context, address)
  return { places: facts.places, sent: facts.tokens[0]?.sent, activity: facts.activity }
}

it('a staker who leaves 1 FLOW has sent nothing, and gets its own back', async () => {
  const alice = await openFundedAccount()
  await chain.runCall(delegate(999n * UNITS_PER_TOKEN), alice)
  await chain.runCall(undelegate(200n * UNITS_PER_TOKEN), alice)
  const { places, sent, activity } = await loadAccount(alice.address)
  const [put, taken] = [999n * UNITS_PER_TOKEN, 200n * UNITS_PER_TOKEN]
  expect(places).toEqual([{ place: 'staking', token: FLOW, put, taken }])
  expect([sent, activity.transfersOut, activity.recipients]).toEqual([0n, 0, 0])
})

it('a stake that was handed over is nobody’s own', async () => {
  const thief = await openFundedAccount()
  const fence = await openFundedAccount()
  await chain.runCall(delegate(900n * UNITS_PER_TOKEN), thief)
  expect((await loadAccount(thief.address)).places).toHaveLength(1)
  const { cadence, args } = handOverStake()
  const code = resolveImports(cadence, 'local')
  await chain.run({ cadence: code, args, proposer: thief, authorizers: [thief, fence] })
  await chain.runCall(undelegate(900n * UNITS_PER_TOKEN), fence)
  expect(await loadAccount(thief.address)).toMatchObject({
    places: undefined,
    sent: 900n * UNITS_PER_TOKEN,
  })
  expect(await loadAccount(fence.address)).toMatchObject({ places: undefined })
})

it('a collection stakes also from a locked account, which pays its owner, and is paid back', async () => {
  const alice = await openFundedAccount()
  const locked = await chain.createAccount()
  await chain.transfer(chain.service, locked.address, 300n * UNITS_PER_TOKEN)
  const { cadence, args } = openStakingCollection()
  const code = resolveImports(cadence, 'local')
  const opened = await chain.run({
    cadence: code,
    args,
    proposer: alice,
    authorizers: [alice, locked],
  })
  expect(opened.error).toBeNull()
  await chain.runCall(delegateFromCollection(900n * UNITS_PER_TOKEN), alice)
  const place = { place: 'staking', token: FLOW, put: 900n * UNITS_PER_TOKEN }
  expect(await loadAccount(alice.address)).toMatchObject({
    places: [{ ...place, taken: 0n }],
    sent: 0n,
    activity: { transfersOut: 0 },
  })
  await chain.runCall(undelegateFromCollection(900n * UNITS_PER_TOKEN), alice)
  const paid = 300n * UNITS_PER_TOKEN
  for (const { address } of [alice, locked])
    expect(await loadAccount(address)).toMatchObject({ sent: paid, activity: { transfersOut: 1 } })
  expect((await loadAccount(alice.address)).places).toEqual([{ ...place, taken: place.put }])
})

it('a guarded vault is own, with what its storage costs; what others pay into it is paid to its owner', async () => {
  const owner = await openFundedAccount()
  const payer = await openFundedAccount()
  const allowances = new Map([[FLOW, 100n * UNITS_PER_TOKEN]])
  const opening = { allowances, recoveryAddress: payer.address }
  await chain.runCall(openVault(opening), owner)
  await chain.runCall(depositTokens({ amount: 500n * UNITS_PER_TOKEN, tokens: FLOW_VAULT }), owner)
  await chain.runCall(
    withdrawTokens({ type: FLOW, amount: 60n * UNITS_PER_TOKEN, tokens: FLOW_VAULT }),
    owner,
  )
  const payment = { address: owner.address, amount: 7n * UNITS_PER_TOKEN, tokens: FLOW_VAULT }
  await chain.runCall(payIntoVault(payment), payer)
  const { places, sent, activity } = await loadAccount(owner.address)
  const [put, taken] = [507n * UNITS_PER_TOKEN + 192_000n, 60n * UNITS_PER_TOKEN]
  expect(places).toEqual([{ place: 'vault', token: FLOW, put, taken }])
  expect([sent, activity.transfersIn, activity.senders]).toEqual([0n, 3, 2])
  expect(await loadAccount(payer.address)).toMatchObject({
    places: undefined,
    sent: 7n * UNITS_PER_TOKEN,
  })
})
