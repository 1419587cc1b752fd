import { buildEventTypeId } from '@app/contracts/resolve-imports.ts'
import { expect, test } from 'vitest'
import { connectToWorld } from '../../testing/connect-to-world.ts'

const { people, chain } = connectToWorld()
const { acme, alice, cache, stash, collector, newbie } = people

test('paying moves tokens of any kind, and the payer pays the fee', async () => {
  const before = await Promise.all([
    cache.readBalance(),
    cache.readBalance('FLOW'),
    acme.readBalance('FLOW'),
  ])
  await acme.pay(cache, '60.00')
  await acme.pay(cache, '0.50', 'FLOW')
  const after = await Promise.all([
    cache.readBalance(),
    cache.readBalance('FLOW'),
    acme.readBalance('FLOW'),
  ])
  expect(after[0] - before[0]).toBe(60_00000000n)
  expect(after[1] - before[1]).toBe(50000000n)
  expect(before[2] - after[2]).toBeGreaterThan(50000000n)
})

test('prints are bought, sent and stolen, passes are awarded', async () => {
  const prints = await cache.readNftIds('StonePrint')
  await cache.mint('StonePrint')
  await cache.mint('StonePrint')
  expect(await cache.readNftIds('StonePrint')).toHaveLength(prints.length + 2)
  await cache.sendNft(stash, 'StonePrint')
  expect(await stash.readNftIds('StonePrint')).toHaveLength(1)
  await collector.sweepNfts(cache, 'StonePrint')
  expect(await cache.readNftIds('StonePrint')).toEqual([])
  await stash.mint('GardenPass')
  expect(await stash.readNftIds('GardenPass')).toHaveLength(1)
})

test('a sweep is proposed and paid by the thief, with the authorization of the victim', async () => {
  await acme.pay(cache, '5.00')
  const { txId } = await collector.sweep(cache)
  expect(await cache.readBalance()).toBe(0n)
  expect(await chain.flow.getTransactionRoles(txId)).toEqual({
    txId,
    proposer: collector.address,
    payer: collector.address,
    authorizers: [collector.address, cache.address],
  })
})

test("a rejected transaction is reported with the chain's message", async () => {
  await expect(stash.pay(cache, '99999999.00')).rejects.toThrow('Cannot withdraw tokens')
  await expect(newbie.sendNft(cache, 'StonePrint')).rejects.toThrow('newbie holds no StonePrint')
})

test('two clients can act for one account at the same time', async () => {
  const other = connectToWorld().people
  const before = await cache.readBalance()
  await acme.pay(cache, '1.00')
  await other.acme.pay(cache, '2.00')
  await acme.pay(cache, '4.00')
  expect((await cache.readBalance()) - before).toBe(7_00000000n)
})

test('a member signs reports and vouches and withdraws them, and a relayer sends them', async () => {
  const results = [
    await alice.report(collector, 'Sweeps what others hold.', acme),
    await alice.withdrawReport(collector, acme),
    await alice.vouch(stash, acme),
    await alice.withdrawVouch(stash, acme),
  ]
  const names = ['Reported', 'ReportWithdrawn', 'Vouched', 'VouchWithdrawn'] as const
  for (const [index, name] of names.entries()) {
    const type = buildEventTypeId(`DharmaReports.${name}`, 'local')
    const event = results[index]?.events.find((one) => one.type === type)
    expect(Object.values(event?.fields ?? {})).toContain(alice.address)
  }
  await expect(newbie.vouch(stash, acme)).rejects.toThrow(
    `${newbie.address} has no published score`,
  )
})
