import {
  getAbsent,
  getDao,
  getDelegations,
  getPowers,
  getRecheckFund,
  getVault,
} from '@app/contracts/calls.ts'
import { DEPLOYMENT_ORDER } from '@app/contracts/contract-sources.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import { expect, test } from 'vitest'
import { DOLLAR_VAULT_TYPE } from '../../people/transactions.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'

const { people, chain, roles } = connectToWorld()
const { contracts, agent, dao } = roles

test('every contract of the product is on the chain', async () => {
  const places = new Map(DEPLOYMENT_ORDER.map((name) => [name, contracts]))
  expect(await chain.runScript(getAbsent({ places }))).toEqual([])
})

test('the agent has each of its roles', async () => {
  expect(await chain.runScript(getPowers({ contracts, agent }))).toEqual({
    publish: 'held',
    flag: 'held',
    watch: 'held',
  })
})

test('the contract stores the account of the DAO, and none of its three keys can sign alone', async () => {
  expect(await chain.runScript(getDao())).toBe(dao)
  const keys = (await chain.flow.getAccount(dao))?.keys ?? []
  expect(keys.map(({ weight }) => weight)).toEqual([500, 500, 500])
  expect(new Set(keys.map(({ publicKeyHex }) => publicKeyHex)).size).toBe(3)
})

test('the account of the DAO has no contract, and has issued only the capabilities of every account', async () => {
  const vault = `&A.${getContractAddress('FlowToken', 'local').slice(2)}.FlowToken.Vault`
  const path = '/storage/flowTokenVault'
  expect(await chain.runScript(getDelegations({ address: dao }))).toEqual({
    contracts: [],
    capabilities: [
      { id: 1n, type: vault, path },
      { id: 2n, type: vault, path },
    ],
  })
})

test('rechecks are funded', async () => {
  expect(await chain.runScript(getRecheckFund())).toBeGreaterThan(0n)
})

test('victor has savings in a guarded vault, with rosa as recovery address', async () => {
  expect(await chain.runScript(getVault({ address: people.victor.address }))).toMatchObject({
    recoveryAddress: people.rosa.address,
    recoveredTo: null,
    balances: { [DOLLAR_VAULT_TYPE]: 300_00000000n },
  })
})
