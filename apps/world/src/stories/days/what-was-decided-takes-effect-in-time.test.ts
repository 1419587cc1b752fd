import { getCase } from '@app/api/routes/cases.ts'
import type { Proposal } from '@app/api/schemas/proposal.ts'
import type { Protection } from '@app/api/schemas/protection.ts'
import {
  bindKey,
  getProtectionStatus,
  getVault,
  withdrawRecoveredTokens,
} from '@app/contracts/calls.ts'
import { createPool } from '@app/server/db/create-pool.ts'
import { INDEXED_EVENTS } from '@app/server/indexer/decode/contract-events.ts'
import { parseUfix64 } from '@app/values/amount.ts'
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { DOLLAR_VAULT_TYPE, TOKENS } from '../../people/transactions.ts'
import { createDecisions, DAY_MS, HOUR_MS } from '../../testing/decide.ts'
import { expectMirrorEqualsChain } from '../../testing/expect-mirror-equals-chain.ts'
import { openStoryWorld } from '../../testing/open-story-world.ts'
import { readEventsSince } from '../../testing/read-events-since.ts'

/** Continues what the community decided before the world opened. */
const world = await openStoryWorld()
const { people, chain, api, advance, roles } = world
const { victor, mallory, mule, rosa } = people
const { readProtection, readProposal, findProposal } = createDecisions(world)
afterEach(() => expectMirrorEqualsChain(world))

/** Victor's savings: two deposits. */
const SAVINGS = 300_00000000n

/** Before anything of this story. */
let height: number
let flag: NonNullable<Protection['flag']>
/** About mallory, with two votes. */
let freezing: Proposal
let recovery: Proposal
/** When the voting on mallory's appeal ends. */
let deadlineMs: number

beforeAll(async () => {
  height = (await chain.flow.getLatestBlock()).height
  const protection = await readProtection(mallory)
  flag = protection.flag as typeof flag
  deadlineMs = Date.parse(protection.appeals[0]?.deadline ?? '')
  freezing = (await findProposal('freeze', mallory)) as Proposal
  recovery = (await findProposal('recover', victor)) as Proposal
})

const advanceTo = async (timeMs: number) =>
  advance(timeMs - (await chain.flow.getLatestBlock()).timeMs)
const readOnChain = ({ address }: { address: typeof mallory.address }) =>
  chain.runScript(getProtectionStatus({ address }))
const findEvent = async (name: Parameters<typeof readEventsSince>[1], address: string) =>
  (await readEventsSince(chain, name, height)).find(({ fields }) => fields.address === address)
    ?.fields

test('until the last minute of the voting on her appeal mallory stays flagged', async () => {
  await advanceTo(deadlineMs - 60_000)
  expect(await readProtection(mallory)).toMatchObject({ flag, appeals: [{ outcome: 'open' }] })
  expect((await readProposal(freezing.id)).status).toBe('expired')
  expect(await readOnChain(mallory)).toMatchObject({ isFlagged: true, isFrozen: false })
})

test('then it is undecided, and lifts the flag as of that second, with a bar for everybody', async () => {
  await advanceTo(deadlineMs)
  const { flag: now, appeals } = await readProtection(mallory)
  expect([now, appeals[0]?.outcome]).toEqual([null, 'undecided'])
  expect(await readOnChain(mallory)).toMatchObject({ isFlagged: false })
  expect(await findEvent('DharmaProtection.FlagLifted', mallory.address)).toMatchObject({
    caseId: flag.caseId,
    cause: 'appeal',
    liftedAt: toUnits(deadlineMs),
  })
  expect(await findEvent('DharmaProtection.FlagBarred', mallory.address)).toMatchObject({
    reasonCode: 'listed',
    flagger: null,
    until: toUnits(deadlineMs + 7 * DAY_MS),
  })
})

const toUnits = (timeMs: number) => parseUfix64((timeMs / 1000).toFixed(1))

test('her case ends with a clearance that the agent signs', async () => {
  const params = { address: mallory.address, caseId: flag.caseId }
  const file = await api.call(getCase, { params })
  expect(file).toMatchObject({ isOpen: false, outcome: 'undecided' })
  const clearance = file.entries.find(({ kind }) => kind === 'clearance')
  expect(clearance).toMatchObject({ by: roles.agent })
  expect(clearance?.text).toContain('Because: an appeal against it was not denied')
})

test('victor’s recovery waits until he has been frozen for 72 hours', async () => {
  expect(await readProposal(recovery.id)).toMatchObject({
    status: 'approved',
    obstacle: `${victor.address} must be frozen for 72 hours first`,
  })
  await expect(victor.withdrawFromVault('1.0')).rejects.toThrow(`${victor.address} is frozen`)
  const { since = '' } = (await readProtection(victor)).freeze ?? {}
  await advanceTo(Date.parse(since) + 3 * DAY_MS)
  expect(await readProposal(recovery.id)).toMatchObject({ status: 'executed', votesFor: 4 })
})

test('the signers gave the vault to his recovery address alone', async () => {
  const { address } = victor
  expect(await chain.runScript(getVault({ address }))).toMatchObject({ recoveredTo: rosa.address })
  const readBalances = () =>
    Promise.all([rosa, mallory, victor].map((person) => person.readBalance()))
  const before = await readBalances()
  await rosa.submitUntilSealed(bindKey({ address }))
  const withdrawal = { address, type: DOLLAR_VAULT_TYPE, tokens: TOKENS.TUSD.vault }
  await rosa.submitUntilSealed(withdrawRecoveredTokens(withdrawal))
  const after = await readBalances()
  expect(after.map((units, index) => units - (before[index] ?? 0n))).toEqual([SAVINGS, 0n, 0n])
})

test('the freeze of the mule is over after seven days, which the agent records', async () => {
  const { since = '', until = '' } = (await readProtection(mule)).freeze ?? {}
  expect(Date.parse(until) - Date.parse(since)).toBe(7 * DAY_MS)
  await advanceTo(Date.parse(until) - HOUR_MS)
  expect(await readOnChain(mule)).toMatchObject({ isFrozen: true })
  await advanceTo(Date.parse(until))
  expect((await readProtection(mule)).freeze).toBeNull()
  expect(await findEvent('DharmaProtection.FreezeEnded', mule.address)).toMatchObject({
    endedAt: toUnits(Date.parse(until)),
  })
})

test('after the seven days of the bar mallory is flagged again, as a new case: her entry still stands', async () => {
  await advanceTo(deadlineMs + 7 * DAY_MS - HOUR_MS)
  expect((await readProtection(mallory)).flag).toBeNull()
  await advanceTo(deadlineMs + 7 * DAY_MS + HOUR_MS)
  const { flag: again } = await readProtection(mallory)
  expect(again).toMatchObject({ reasonCode: 'listed' })
  expect(again?.caseId).not.toBe(flag.caseId)
})

test('every event of the whole chain is stored once', async () => {
  const pool = createPool(world.databaseUrl, { warn: () => {} })
  onTestFinished(() => pool.end())
  for (const name of INDEXED_EVENTS) {
    const events = await readEventsSince(chain, name, -1)
    const { rows } = await pool.query(
      'select height, tx_index, event_index from chain_contract_event where type = $1',
      [name],
    )
    const toPlace = (...numbers: unknown[]) => numbers.join(' ')
    const stored = rows.map((row) => toPlace(row.height, row.tx_index, row.event_index))
    const emitted = events.map((one) => toPlace(one.height, one.txIndex, one.eventIndex))
    expect(stored.toSorted(), name).toEqual(emitted.toSorted())
  }
})
