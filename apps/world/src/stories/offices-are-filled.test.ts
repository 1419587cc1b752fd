import { DEPLOYMENT_ORDER } from '@app/contracts/deployment-order.ts'
import {
  getAbsent,
  getAdmin,
  getPowers,
  getRecheckFund,
  getSettlementFund,
  getVault,
} from '@app/contracts/scripts.generated.ts'
import { expect, test } from 'vitest'
import { DOLLARS } from '../people/assets.ts'
import { visitWorld } from '../testing/visit-world.ts'

const { people, chain, offices } = visitWorld()
const { contracts, agent, dao } = offices

test('every contract of the product is on the chain', async () => {
  const places = new Map(DEPLOYMENT_ORDER.map((name) => [name, contracts]))
  expect(await chain.ask(getAbsent({ places }))).toEqual([])
})

test('the agent holds each of its powers', async () => {
  expect(await chain.ask(getPowers({ contracts, agent }))).toEqual({
    publish: 'held',
    flag: 'held',
    watch: 'held',
  })
})

test('the account of the DAO holds the admin, and none of its three keys signs alone', async () => {
  const admin = await chain.ask(getAdmin({ contracts, dao: null }))
  expect(admin).toEqual({ noted: dao, isAtContracts: false, isAtDao: true })
  const keys = (await chain.flow.account(dao))?.keys ?? []
  expect(keys.map(({ weight }) => weight)).toEqual([500, 500, 500])
  expect(new Set(keys.map(({ publicKeyHex }) => publicKeyHex)).size).toBe(3)
})

test('rechecks and settlements are paid for', async () => {
  expect(await chain.ask(getRecheckFund())).toBeGreaterThan(0n)
  expect(await chain.ask(getSettlementFund())).toBeGreaterThan(0n)
})

test('victor has savings in a guarded vault, and has named rosa for the day when it is recovered', async () => {
  expect(await chain.ask(getVault({ address: people.victor.address }))).toMatchObject({
    recoveryAddress: people.rosa.address,
    recoveredTo: null,
    balances: { [DOLLARS]: 300_00000000n },
  })
})
