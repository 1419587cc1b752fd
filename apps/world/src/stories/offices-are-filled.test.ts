import { DEPLOYMENT_ORDER } from '@app/contracts/deployment-order.ts'
import { contractAddress } from '@app/contracts/resolve-imports.ts'
import {
  getAbsent,
  getDao,
  getDelegations,
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

test('the contract names the account of the DAO, and none of its three keys signs alone', async () => {
  expect(await chain.ask(getDao())).toBe(dao)
  const keys = (await chain.flow.account(dao))?.keys ?? []
  expect(keys.map(({ weight }) => weight)).toEqual([500, 500, 500])
  expect(new Set(keys.map(({ publicKeyHex }) => publicKeyHex)).size).toBe(3)
})

test('the account of the DAO has no contract, and has issued the capabilities of every account alone', async () => {
  const vault = `&A.${contractAddress('FlowToken', 'local').slice(2)}.FlowToken.Vault`
  const path = '/storage/flowTokenVault'
  expect(await chain.ask(getDelegations({ address: dao }))).toEqual({
    contracts: [],
    capabilities: [
      { id: 1n, type: vault, path },
      { id: 2n, type: vault, path },
    ],
  })
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
