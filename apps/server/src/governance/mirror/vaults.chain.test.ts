import { closeVault, openVault, requestLeave } from '@app/contracts/calls.ts'
import type { Signer } from '@app/flow/keys/create-signer.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type GovernanceChain,
  openGovernanceChain,
} from '../../agent/testing/open-governance-chain.ts'
import { createIndexerStages } from '../../indexer/create-indexer-stages.ts'
import type { Context } from '../../runtime/context.ts'
import { runUntilIdle } from '../../runtime/stage.ts'
import { openTestContext } from '../../testing/create-test-context.ts'
import { createMirrorStage } from './create-mirror-stage.ts'

let chain: GovernanceChain
let owner: Signer
let context: Context
let finish: () => Promise<void>

beforeAll(async () => {
  chain = await openGovernanceChain()
  ;({ context, finish } = await openTestContext({ accessNodeUrl: chain.emulator.accessNodeUrl }))
  owner = await chain.createAccount()
  await chain.transfer(chain.service, owner.address, 100n * UNITS_PER_TOKEN)
  await index()
})

afterAll(async () => {
  await finish()
  await chain.emulator.stop()
})

async function index(): Promise<void> {
  const stages = createIndexerStages(context).map(({ stage }) => stage)
  await runUntilIdle([...stages, createMirrorStage(context)])
}

const readVaults = async () =>
  (await context.pool.query('select owner, closed_at is null as "isOpen" from dao_vault')).rows

it('the opening and closing of a guarded vault is mirrored', async () => {
  expect(await readVaults()).toEqual([])
  await chain.runCall(
    openVault({ allowances: new Map(), recoveryAddress: chain.agent.address }),
    owner,
  )
  await index()
  expect(await readVaults()).toEqual([{ owner: owner.address, isOpen: true }])
  await chain.runCall(requestLeave(), owner)
  await chain.advanceTime(3 * 86_400 + 2)
  await chain.runCall(closeVault(), owner)
  await index()
  expect(await readVaults()).toEqual([{ owner: owner.address, isOpen: false }])
})
