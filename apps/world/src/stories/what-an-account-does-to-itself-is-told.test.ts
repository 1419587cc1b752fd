import { exportEvidence } from '@app/api/routes/evidence.ts'
import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import { verifyEvidence } from '@app/server/verify/verify-evidence.ts'
import type { Address } from '@app/values/address.ts'
import { expect, test } from 'vitest'
import {
  addFullKey,
  cancelAlarm,
  deployAlarm,
  offerWithdrawal,
  publishWithdrawal,
  revokeAddedKey,
  scheduleAlarm,
  takeByPublished,
  updateAlarm,
} from '../testing/account-acts.ts'
import { openStrangers } from '../testing/open-strangers.ts'
import { visitWorld } from '../testing/visit-world.ts'

const { chain, api, scoreOf } = visitWorld()

const performAs = async (address: Address, call: CadenceCall): Promise<string> => {
  const { txId } = await chain.perform({ call, signers: [address] })
  return txId
}

const SILENT = { checking: () => {}, undecided: () => {}, proven: () => {}, noted: () => {} }

test('keys, rights, contracts and bookings are told with their transactions, and cost nothing', async () => {
  const [owner, friend] = await openStrangers(chain, 2)
  if (owner === undefined || friend === undefined) throw new Error('no accounts were opened')
  const { score } = await scoreOf(owner)
  const act = (call: CadenceCall) => performAs(owner.address, call)
  await act(deployAlarm())
  const done = {
    full_key_added: await act(addFullKey(chain.service.publicKeyHex)),
    key_removed: await act(revokeAddedKey()),
    contract_updated: await act(updateAlarm()),
    capability_published: await act(publishWithdrawal()),
    capability_offered: await act(offerWithdrawal(friend.address)),
  }
  expect((await scoreOf(owner)).score).toBe(score)
  const booked = { transaction_scheduled: await act(scheduleAlarm(owner.address)) }
  const { reasons } = await scoreOf(owner)
  const told = reasons
    .filter(({ points }) => points === 0)
    .map(({ code, evidence }) => [code, evidence.map(({ txId }) => txId).join()])
  expect(Object.fromEntries(told)).toEqual({ ...done, ...booked })
  const file = await api.call(exportEvidence, { params: { address: owner.address } })
  expect(
    await verifyEvidence(file, { flow: chain.flow, pastScores: null, scan: null }, SILENT),
  ).toBeNull()
})

test('a published right is one that anybody can use', async () => {
  const [owner, passerBy] = await openStrangers(chain, 2)
  if (owner === undefined || passerBy === undefined) throw new Error('no accounts were opened')
  await performAs(owner.address, publishWithdrawal())
  const before = await owner.balance('FLOW')
  await performAs(passerBy.address, takeByPublished(owner.address))
  expect(before - (await owner.balance('FLOW'))).toBe(1_00000000n)
})

test('the fee of a scheduled run, and what returns of it, are no payments of the account', async () => {
  const [owner] = await openStrangers(chain, 1)
  if (owner === undefined) throw new Error('no account was opened')
  await performAs(owner.address, deployAlarm())
  const { score, breakdown } = await scoreOf(owner)
  for (const call of [scheduleAlarm(owner.address), cancelAlarm()]) {
    const before = await owner.balance('FLOW')
    await performAs(owner.address, call)
    expect(await owner.balance('FLOW')).not.toBe(before)
    expect(await scoreOf(owner)).toMatchObject({ score, breakdown })
  }
  const file = await api.call(exportEvidence, { params: { address: owner.address } })
  expect(file.inputs.chain).toMatchObject({ account: { transactionsScheduled: 1 } })
  expect(
    await verifyEvidence(file, { flow: chain.flow, pastScores: null, scan: null }, SILENT),
  ).toBeNull()
})
