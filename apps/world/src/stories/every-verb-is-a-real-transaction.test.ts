import { eventType } from '@app/contracts/event-type.ts'
import { expect, test } from 'vitest'
import { visitWorld } from '../testing/visit-world.ts'

const { people, chain } = visitWorld()
const { acme, alice, cache, stash, collector, newbie } = people

test('paying moves tokens of any kind, and the payer pays the fee', async () => {
  const before = await Promise.all([cache.balance(), cache.balance('FLOW'), acme.balance('FLOW')])
  await acme.pay(cache, '60.00')
  await acme.pay(cache, '0.50', 'FLOW')
  const after = await Promise.all([cache.balance(), cache.balance('FLOW'), acme.balance('FLOW')])
  expect(after[0] - before[0]).toBe(60_00000000n)
  expect(after[1] - before[1]).toBe(50000000n)
  expect(before[2] - after[2]).toBeGreaterThan(50000000n)
})

test('prints are bought, given away and stolen, passes are awarded', async () => {
  const prints = await cache.nftIds('StonePrint')
  await cache.mint('StonePrint')
  await cache.mint('StonePrint')
  expect(await cache.nftIds('StonePrint')).toHaveLength(prints.length + 2)
  await cache.sendNft(stash, 'StonePrint')
  expect(await stash.nftIds('StonePrint')).toHaveLength(1)
  await collector.sweepNfts(cache, 'StonePrint')
  expect(await cache.nftIds('StonePrint')).toEqual([])
  await stash.mint('GardenPass')
  expect(await stash.nftIds('GardenPass')).toHaveLength(1)
})

test('a sweep is proposed and paid by the thief, with the authorization of the victim', async () => {
  await acme.pay(cache, '5.00')
  const { txId } = await collector.sweep(cache)
  expect(await cache.balance()).toBe(0n)
  expect(await chain.flow.transaction(txId)).toEqual({
    txId,
    proposer: collector.address,
    payer: collector.address,
    authorizers: [collector.address, cache.address],
  })
})

test('what the chain refuses is told in its words', async () => {
  await expect(stash.pay(cache, '99999999.00')).rejects.toThrow('Cannot withdraw tokens')
  await expect(newbie.sendNft(cache, 'StonePrint')).rejects.toThrow('newbie holds no StonePrint')
})

test('two clients that act for one account do not get in each other’s way', async () => {
  const other = visitWorld().people
  const before = await cache.balance()
  await acme.pay(cache, '1.00')
  await other.acme.pay(cache, '2.00')
  await acme.pay(cache, '4.00')
  expect((await cache.balance()) - before).toBe(7_00000000n)
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
    const type = eventType(`DharmaReports.${name}`, 'local')
    const event = results[index]?.events.find((one) => one.type === type)
    expect(Object.values(event?.fields ?? {})).toContain(alice.address)
  }
  await expect(newbie.vouch(stash, acme)).rejects.toThrow(
    `${newbie.address} has no published score`,
  )
})
