import {
  applyRequest,
  bindKey,
  closeRecoveredVault,
  depositNft,
  getVault,
  requestRecoveryAddress,
  withdrawRecoveredNfts,
  withdrawRecoveredTokens,
} from '@app/contracts/calls.ts'
import type { Address } from '@app/values/address.ts'
import { parseUfix64 } from '@app/values/amount.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { expectFirst } from '../../people/create-person.ts'
import { type ActionName, readProposalFromChain } from '../../people/signed-messages.ts'
import {
  COLLECTIONS,
  DOLLAR_VAULT_TYPE,
  PRINT_NFT_TYPE,
  TOKENS,
  VAULT_PRICE,
} from '../../people/transactions.ts'
import { advanceOneDayAndPublish } from '../../testing/advance-one-day.ts'
import { expectMirrorEqualsChain } from '../../testing/expect-mirror-equals-chain.ts'
import { openOwnWorld, stopSigners } from '../../testing/open-own-world.ts'

const world = await openOwnWorld()
stopSigners(world)
afterEach(() => expectMirrorEqualsChain(world))
const { people, chain, dao, clock } = world
const { alice, bob, carol, dina, egon, mallory, acme } = people

const DAY_MS = 86_400_000
const REASON = 'Mallory holds dina’s keys and waits for what is in her vault.'

interface Vault {
  recoveryAddress: Address | null
  recoveredTo: Address | null
  balances: Record<string, bigint>
  nftIds: Record<string, bigint[]>
  requests: { id: bigint }[]
}

let printId: bigint
let requestId: bigint
let freezeId: bigint
let recoverId: bigint

const readVault = async () => (await chain.runScript(getVault({ address: dina.address }))) as Vault

beforeAll(async () => {
  await acme.pay(dina, '200.00')
  await dina.mint('StonePrint')
  await dina.openVault(egon, '10.0')
  await dina.depositToVault('120.00')
  printId = expectFirst(await dina.readNftIds('StonePrint'), 'dina has no print')
  await dina.submitUntilSealed(depositNft({ id: printId, collection: COLLECTIONS.StonePrint }))
  await dina.submitUntilSealed(requestRecoveryAddress({ recoveryAddress: mallory.address }))
  requestId = expectFirst((await readVault()).requests, 'dina has asked for nothing').id
  await advanceOneDayAndPublish(world)
  freezeId = await proposeAndVote('freeze')
  await advanceOneDayAndPublish(world)
})

async function proposeAndVote(action: ActionName): Promise<bigint> {
  const id = await alice.propose({ action, target: dina.address, reason: REASON }, acme)
  for (const member of [alice, bob, carol]) await member.vote({ id, support: true }, acme)
  return id
}

test('the recovery of a vault that is not frozen cannot be proposed', async () => {
  await expect(proposeAndVote('recover')).rejects.toThrow(
    `${dina.address} is not frozen; a recovery needs a freeze`,
  )
})

test('a frozen vault is not recovered before it is frozen for 72 hours, even if approved', async () => {
  await dao.execute(freezeId, [0, 1])
  await expect(dina.withdrawFromVault('1.0')).rejects.toThrow(`${dina.address} is frozen`)
  recoverId = await proposeAndVote('recover')
  await advanceOneDayAndPublish(world)
  await expect(dao.execute(recoverId, [0, 1])).rejects.toThrow('must be frozen for 72 hours')
  expect((await readProposalFromChain(chain, recoverId)).status).toBe('approved')
  expect((await readVault()).recoveredTo).toBeNull()
})

test('then it is recovered to the address that its owner had set', async () => {
  await clock.advance(2 * DAY_MS)
  await dao.execute(recoverId, [1, 2])
  expect(await readVault()).toMatchObject({
    recoveryAddress: null,
    recoveredTo: egon.address,
    balances: { [DOLLAR_VAULT_TYPE]: 120_00000000n },
    nftIds: { [PRINT_NFT_TYPE]: [printId] },
  })
})

test('the owner’s keys cannot withdraw or change the recovery address', async () => {
  await clock.advance(3 * DAY_MS)
  const refusal = `The vault of ${dina.address} was recovered to ${egon.address}`
  await expect(dina.withdrawFromVault('1.0')).rejects.toThrow(refusal)
  await expect(dina.submitUntilSealed(applyRequest({ requestId }))).rejects.toThrow(refusal)
  await expect(dina.depositToVault('1.0')).rejects.toThrow(refusal)
  await expect(dao.execute(recoverId, [0, 1])).rejects.toThrow('is executed, not approved')
})

test('nobody else takes the contents, not before that account binds a key, and then it takes all', async () => {
  await expect(withdrawTokens(egon)).rejects.toThrow('has no key of a guarded vault')
  await expect(mallory.submitUntilSealed(bindKey({ address: dina.address }))).rejects.toThrow(
    `was recovered to ${egon.address}`,
  )
  await egon.submitUntilSealed(bindKey({ address: dina.address }))
  const before = await Promise.all([egon, dina, mallory].map((person) => person.readBalance()))
  await withdrawTokens(egon)
  await egon.submitUntilSealed(
    withdrawRecoveredNfts({
      address: dina.address,
      type: PRINT_NFT_TYPE,
      limit: 10,
      collection: COLLECTIONS.StonePrint,
    }),
  )
  const after = await Promise.all([egon, dina, mallory].map((person) => person.readBalance()))
  expect(after.map((units, index) => units - (before[index] ?? 0n))).toEqual([
    120_00000000n,
    0n,
    0n,
  ])
  expect(await egon.readNftIds('StonePrint')).toContain(printId)
  const { balances, nftIds } = await readVault()
  expect([...Object.values(balances), ...Object.values(nftIds).flat()]).toEqual([])
})

const withdrawTokens = (person: typeof egon) =>
  person.submitUntilSealed(
    withdrawRecoveredTokens({
      address: dina.address,
      type: DOLLAR_VAULT_TYPE,
      tokens: TOKENS.TUSD.vault,
    }),
  )

test('what its storage cost follows when the vault is closed', async () => {
  const before = await egon.readBalance('FLOW')
  await egon.submitUntilSealed(closeRecoveredVault({ address: dina.address }))
  const gain = (await egon.readBalance('FLOW')) - before
  // He pays the fee of the transaction.
  expect(gain).toBeGreaterThan(parseUfix64(VAULT_PRICE) - parseUfix64('0.001'))
  expect(gain).toBeLessThanOrEqual(parseUfix64(VAULT_PRICE))
  expect(await readVault()).toBeNull()
})
