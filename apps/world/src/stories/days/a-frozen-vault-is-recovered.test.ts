import { getVault } from '@app/contracts/scripts.generated.ts'
import {
  applyRequest,
  closeRecoveredVault,
  deliverNfts,
  deliverTokens,
  depositNft,
  requestRecoveryAddress,
} from '@app/contracts/transactions.generated.ts'
import type { Address } from '@app/values/address.ts'
import { parseUfix64 } from '@app/values/amount.ts'
import { beforeAll, expect, test } from 'vitest'
import { COLLECTIONS, DOLLARS, PRINTS } from '../../people/assets.ts'
import { firstOf } from '../../people/create-person.ts'
import { STORAGE_DEPOSIT } from '../../people/deeds.ts'
import { type ActionName, readProposal } from '../../people/proposals.ts'
import { passADay } from '../../testing/pass-a-day.ts'
import { visitWorld } from '../../testing/visit-world.ts'

const visit = visitWorld()
const { people, chain, dao, clock } = visit
const { alice, bob, carol, dina, egon, mallory, acme } = people

const DAY_MS = 86_400_000
const REASON = 'Mallory holds dina’s keys and waits for what is in her vault.'

interface Vault {
  recoveryAddress: Address
  recoveredTo: Address | null
  balances: Record<string, bigint>
  nftIds: Record<string, bigint[]>
  requests: { id: bigint }[]
}

let print: bigint
let requestId: bigint
let freezeId: bigint
let recoverId: bigint

const vault = async () => (await chain.ask(getVault({ address: dina.address }))) as Vault

beforeAll(async () => {
  await acme.pay(dina, '200.00')
  await dina.mint('StonePrint')
  await dina.openVault(egon, '10.0')
  await dina.entrust('120.00')
  print = firstOf(await dina.nftIds('StonePrint'), 'dina has no print')
  await dina.perform(depositNft({ id: print, collection: COLLECTIONS.StonePrint }))
  await dina.perform(requestRecoveryAddress({ recoveryAddress: mallory.address }))
  requestId = firstOf((await vault()).requests, 'dina has asked for nothing').id
  await passADay(visit)
  freezeId = await approve('freeze')
  await passADay(visit)
})

async function approve(action: ActionName): Promise<bigint> {
  const id = await alice.propose({ action, target: dina.address, reason: REASON }, acme)
  for (const member of [alice, bob, carol]) await member.vote({ id, support: true }, acme)
  return id
}

test('to recover a vault that is not frozen cannot even be proposed', async () => {
  await expect(approve('recover')).rejects.toThrow(
    `${dina.address} is not frozen; a recovery needs a freeze`,
  )
})

test('a frozen one is not recovered before it is frozen for 72 hours, whatever the vote says', async () => {
  await dao.execute(freezeId, [0, 1])
  await expect(dina.withdraw('1.0')).rejects.toThrow(`${dina.address} is frozen`)
  recoverId = await approve('recover')
  await passADay(visit)
  await expect(dao.execute(recoverId, [0, 1])).rejects.toThrow('must be frozen for 72 hours')
  expect((await readProposal(chain, recoverId)).status).toBe('approved')
  expect((await vault()).recoveredTo).toBeNull()
})

test('then it goes to the address that its owner named before', async () => {
  await clock.advance(2 * DAY_MS)
  await dao.execute(recoverId, [1, 2])
  expect(await vault()).toMatchObject({
    recoveryAddress: egon.address,
    recoveredTo: egon.address,
    balances: { [DOLLARS]: 120_00000000n },
    nftIds: { [PRINTS]: [print] },
  })
})

test('nothing of it leaves by the owner’s keys, and no other address takes the place of that one', async () => {
  await clock.advance(3 * DAY_MS)
  const refusal = `The vault of ${dina.address} was recovered to ${egon.address}`
  await expect(dina.withdraw('1.0')).rejects.toThrow(refusal)
  await expect(dina.perform(applyRequest({ requestId }))).rejects.toThrow(refusal)
  await expect(dina.entrust('1.0')).rejects.toThrow(refusal)
  await expect(dao.execute(recoverId, [0, 1])).rejects.toThrow('is executed, not approved')
})

test('anyone brings the contents over, to the last unit, and to nobody else', async () => {
  const before = await Promise.all([egon, dina, mallory].map((person) => person.balance()))
  await acme.perform(deliverTokens({ address: dina.address, type: DOLLARS }))
  await acme.perform(deliverNfts({ address: dina.address, type: PRINTS, limit: 10 }))
  const after = await Promise.all([egon, dina, mallory].map((person) => person.balance()))
  expect(after.map((units, index) => units - (before[index] ?? 0n))).toEqual([
    120_00000000n,
    0n,
    0n,
  ])
  expect(await egon.nftIds('StonePrint')).toContain(print)
  const { balances, nftIds } = await vault()
  expect([...Object.values(balances), ...Object.values(nftIds).flat()]).toEqual([])
})

test('the deposit for its storage follows when it is closed', async () => {
  const before = await egon.balance('FLOW')
  await acme.perform(closeRecoveredVault({ address: dina.address }))
  expect((await egon.balance('FLOW')) - before).toBe(parseUfix64(STORAGE_DEPOSIT))
  expect(await vault()).toBeNull()
})
