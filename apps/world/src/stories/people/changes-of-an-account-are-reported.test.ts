import { exportEvidence } from '@app/api/routes/score.ts'
import type { CadenceCall } from '@app/contracts/resolve-imports.ts'
import type { Address } from '@app/values/address.ts'
import { verifyEvidence } from '@app/verify/evidence/verify-evidence.ts'
import { expect, test } from 'vitest'
import {
  addFullKey,
  cancelAlarm,
  deployAlarm,
  offerWithdrawCapability,
  publishWithdrawCapability,
  revokeAddedKey,
  scheduleAlarm,
  updateAlarm,
  withdrawByPublishedCapability,
} from '../../testing/account-transactions.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { openNewAccounts } from '../../testing/open-new-accounts.ts'

const { chain, api, fetchScore } = connectToWorld()

const submitAs = async (address: Address, call: CadenceCall): Promise<string> => {
  const { txId } = await chain.submitUntilSealed({ call, signers: [address] })
  return txId
}

const SILENT_REPORT = { checking: () => {}, undecided: () => {}, proven: () => {}, noted: () => {} }

test('changes of keys, capabilities, contracts and scheduled runs are reported with their transactions and cost no points', async () => {
  const [owner, friend] = await openNewAccounts(chain, 2)
  if (owner === undefined || friend === undefined) throw new Error('no accounts were opened')
  const { score } = await fetchScore(owner)
  const submitAsOwner = (call: CadenceCall) => submitAs(owner.address, call)
  await submitAsOwner(deployAlarm())
  const done = {
    full_key_added: await submitAsOwner(addFullKey(chain.service.publicKeyHex)),
    key_removed: await submitAsOwner(revokeAddedKey()),
    contract_updated: await submitAsOwner(updateAlarm()),
    capability_published: await submitAsOwner(publishWithdrawCapability()),
    capability_offered: await submitAsOwner(offerWithdrawCapability(friend.address)),
  }
  expect((await fetchScore(owner)).score).toBe(score)
  const booked = { transaction_scheduled: await submitAsOwner(scheduleAlarm(owner.address)) }
  const { reasons } = await fetchScore(owner)
  const reported = reasons
    .filter(({ points }) => points === 0)
    .map(({ code, evidence }) => [code, evidence.map(({ txId }) => txId).join()])
  expect(Object.fromEntries(reported)).toEqual({ ...done, ...booked })
  const file = await api.call(exportEvidence, { params: { address: owner.address } })
  expect(
    await verifyEvidence(
      file,
      { flow: chain.flow, pastScores: null, openScratch: null },
      SILENT_REPORT,
    ),
  ).toBeNull()
})

test('anyone can use a published capability', async () => {
  const [owner, passerBy] = await openNewAccounts(chain, 2)
  if (owner === undefined || passerBy === undefined) throw new Error('no accounts were opened')
  await submitAs(owner.address, publishWithdrawCapability())
  const before = await owner.readBalance('FLOW')
  await submitAs(passerBy.address, withdrawByPublishedCapability(owner.address))
  expect(before - (await owner.readBalance('FLOW'))).toBe(1_00000000n)
})

test('the fee of a scheduled run and its refund are not transfers of the account', async () => {
  const [owner] = await openNewAccounts(chain, 1)
  if (owner === undefined) throw new Error('no account was opened')
  await submitAs(owner.address, deployAlarm())
  const { score, breakdown } = await fetchScore(owner)
  for (const call of [scheduleAlarm(owner.address), cancelAlarm()]) {
    const before = await owner.readBalance('FLOW')
    await submitAs(owner.address, call)
    expect(await owner.readBalance('FLOW')).not.toBe(before)
    expect(await fetchScore(owner)).toMatchObject({ score, breakdown })
  }
  const file = await api.call(exportEvidence, { params: { address: owner.address } })
  expect(file.inputs.chain).toMatchObject({ account: { transactionsScheduled: 1 } })
  expect(
    await verifyEvidence(
      file,
      { flow: chain.flow, pastScores: null, openScratch: null },
      SILENT_REPORT,
    ),
  ).toBeNull()
})
