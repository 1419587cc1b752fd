import { flagWallet, getNextRun, getProtectionStatus, unflagWallet } from '@app/contracts/calls.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import { NodeBusyError } from '@app/flow/errors.ts'
import { createSigner } from '@app/flow/keys/create-signer.ts'
import type { Address } from '@app/values/address.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openIndependentWallet } from '../../testing/independent-wallet.ts'
import { type ActingAgent, setUpActingAgent } from '../../testing/set-up-acting-agent.ts'
import { proposeUnfreeze, runScript } from '../../testing/sign-as-person.ts'
import { isPost } from '../testing/fault-proxy.ts'
import { toTestHash } from '../testing/insert-test-score.ts'
import { openFlaggerChain } from '../testing/open-flagger-chain.ts'
import type { GovernanceChain } from '../testing/open-governance-chain.ts'
import type { NewAction } from '../write-action.ts'

const REASON = 'It swept the wallets of six members in one night.'

let chain: GovernanceChain

beforeAll(async () => {
  chain = await openFlaggerChain()
})
afterAll(() => chain.emulator.stop())

const buildAction = (kind: NewAction['kind'], address: Address, evidence: number): NewAction => ({
  kind,
  address,
  evidenceHash: toTestHash(evidence),
  idempotencyKey: toTestHash(evidence),
  reason: REASON,
})

const buildFlag = (address: Address, evidence: number): NewAction => ({
  ...buildAction('flag', address, evidence),
  caseId: `case-${evidence}`,
  payload: { reasonCode: 'behaviour' },
})

/** A lift of the flag under `case-1`; each with a number of its own. */
const buildLift = (address: Address, evidence: number): NewAction => ({
  ...buildAction('unflag', address, evidence),
  caseId: 'case-1',
})

/** Another key of the account of the agent. */
const getOtherKey = () => createSigner({ ...chain.agent, keyIndex: 3 })

const readFlag = async (address: Address) =>
  ((await runScript(chain, getProtectionStatus({ address }))) as { flag: object | null }).flag

async function openWallet(): Promise<Address> {
  return (await chain.createAccount()).address
}

describe('a flag', () => {
  it('stands on the chain under its case, with the hash of its reason, and is mirrored', async () => {
    const agent = await setUpActingAgent(chain)
    const address = await openWallet()
    const [action] = await agent.act(buildFlag(address, 1))
    expect(action).toMatchObject({ status: 'sealed', case_id: 'case-1', priority: 'agent' })
    expect(await readFlag(address)).toMatchObject({
      caseId: 'case-1',
      reasonCode: 'behaviour',
      reasonHash: hashReason(REASON),
      flagger: chain.agent.address,
    })
    await agent.mirror()
    const flags = await agent.context.db.selectFrom('dao_flag').selectAll().execute()
    expect(flags.find((row) => row.address === address)).toMatchObject({
      case_id: 'case-1',
      flag_tx_id: action?.tx_id,
      lifted_at: null,
    })
  })

  it('of a flagged address sends nothing, and says since when and under which case', async () => {
    const agent = await setUpActingAgent(chain)
    const address = await openWallet()
    const [, second] = await agent.act(buildFlag(address, 1), buildFlag(address, 2))
    expect(second).toMatchObject({ status: 'failed', is_moot: true, tx_id: null })
    expect(second?.problem).toMatch(
      /^0x\w{16} is flagged already, since \d{4}-\d\d-\d\d \d\d:\d\d UTC under case case-1\.$/,
    )
    expect(await readFlag(address)).toMatchObject({ caseId: 'case-1' })
  })

  it('that another one forestalled on the chain has nothing left to do', async () => {
    const agent = await setUpActingAgent(chain)
    const address = await openWallet()
    void agent.proxy.injectFault(isPost, 'busy')
    await expect(agent.act(buildFlag(address, 1))).rejects.toThrow(NodeBusyError)
    const reasonHash = hashReason(REASON)
    const flag = flagWallet({ address, caseId: 'other', reasonCode: 'listed', reasonHash })
    await chain.runCall(flag, getOtherKey())
    const [action] = await agent.act()
    expect(action).toMatchObject({ status: 'failed', is_moot: true, attempts: 1 })
    expect(action?.problem).toBe(`${address} is flagged already.`)
    expect(await readFlag(address)).toMatchObject({ caseId: 'other' })
  })

  it('without a stored reason code fails, and others still go', async () => {
    const agent = await setUpActingAgent(chain)
    const [address, other] = [await openWallet(), await openWallet()]
    const actions = await agent.act(
      { ...buildFlag(address, 1), payload: { proposalIds: [] } },
      buildAction('warn', address, 2),
      buildFlag(other, 3),
    )
    expect(actions).toMatchObject([
      { status: 'failed', is_moot: false, problem: 'The reason code of the flag was not stored.' },
      { status: 'failed', problem: expect.stringContaining('No transaction is known') },
      { status: 'sealed' },
    ])
  })
})

describe('a flag with a reason code that is barred', () => {
  it('rules 25 and 26: after a hasty lift of its own is no action', async () => {
    const agent = await setUpActingAgent(chain)
    const address = await openWallet()
    await agent.act(buildFlag(address, 1))
    await chain.runCall(unflagWallet({ address }), getOtherKey())
    expect(await readFlag(address)).toBeNull()
    const [, refused] = await agent.act(buildFlag(address, 3))
    expect(refused).toMatchObject({ status: 'failed', is_moot: true })
    expect(refused?.problem).toMatch(
      /^A flag of 0x\w{16} with the code 'behaviour' is refused until /,
    )
    await chain.advanceTime(7 * 86_400)
    expect((await agent.act(buildFlag(address, 4))).at(-1)).toMatchObject({ status: 'sealed' })
  })
})

describe('an unflag', () => {
  it('lifts the flag, and ends without effect when it was lifted before', async () => {
    const agent = await setUpActingAgent(chain)
    const address = await flagADayAgo(agent)
    const [, first, second] = await agent.act(buildLift(address, 2), buildLift(address, 3))
    expect(first).toMatchObject({ status: 'sealed', problem: null })
    expect(second).toMatchObject({
      status: 'failed',
      is_moot: true,
      tx_id: null,
      problem: `The flag of ${address} was lifted already.`,
    })
    await agent.mirror()
    const flags = await agent.context.db.selectFrom('dao_flag').selectAll().execute()
    const flag = flags.find((row) => row.address === address)
    expect(flag).toMatchObject({ lift_cause: 'recheck', lift_tx_id: first?.tx_id })
    const bars = await agent.context.db.selectFrom('dao_flag_bar').selectAll().execute()
    expect(bars.filter((row) => row.address === address)).toEqual([])
  })

  it('rule 25: sends nothing while its flag is younger than a day', async () => {
    const agent = await setUpActingAgent(chain)
    const address = await openWallet()
    await agent.act(buildFlag(address, 1))
    await agent.mirror()
    const [, lift] = await agent.act(buildLift(address, 2))
    expect(lift).toMatchObject({ status: 'failed', is_moot: true, tx_id: null })
    expect(lift?.problem).toMatch(
      /^A lift before \d{4}-\d\d-\d\d \d\d:\d\d UTC would keep the agent from flagging 0x\w{16} for 7 days\.$/,
    )
  })

  it('rule 25: sends nothing while a vote names its flag, opened after the decision', async () => {
    const agent = await setUpActingAgent(chain)
    const address = await flagADayAgo(agent)
    const wallet = await openIndependentWallet(chain)
    const { number } = (await readFlag(address)) as { number: bigint }
    const unfreeze = { target: address, reason: REASON, flagNumber: Number(number) }
    await proposeUnfreeze(chain, wallet, unfreeze)
    const [, lift] = await agent.act(buildLift(address, 2))
    expect(lift).toMatchObject({ status: 'failed', is_moot: true, tx_id: null })
    await chain.advanceTime(86_400 + 60)
    expect((await agent.act(buildLift(address, 3))).at(-1)).toMatchObject({ status: 'sealed' })
  })

  it('sends nothing where the flag is not that of its case', async () => {
    const agent = await setUpActingAgent(chain)
    const address = await openWallet()
    const flag = { address, caseId: 'case-1', reasonCode: 'keys', reasonHash: hashReason(REASON) }
    await chain.runCall(flagWallet(flag), getOtherKey())
    await chain.advanceTime(86_400 + 60)
    await agent.mirror()
    const [lift] = await agent.act(buildLift(address, 2))
    expect(lift).toMatchObject({ status: 'failed', is_moot: true, tx_id: null })
    expect(lift?.problem).toMatch(/^Flag \d+ of 0x\w{16} is not the one of case case-1\.$/)
  })
})

async function flagADayAgo(agent: ActingAgent): Promise<Address> {
  const address = await openWallet()
  await agent.act(buildFlag(address, 1))
  await agent.mirror()
  await chain.advanceTime(86_400 + 60)
  return address
}

describe('an end of rechecks', () => {
  it('stops them, but not those of a flagged address', async () => {
    const agent = await setUpActingAgent(chain)
    const [address, flagged] = [await openWallet(), await openWallet()]
    const buildWatch = (target: Address) => buildAction('schedule_recheck', target, 1)
    const buildEnd = (target: Address, evidence: number): NewAction => ({
      ...buildAction('schedule_recheck', target, evidence),
      payload: { ends: 'rechecks' },
    })
    await agent.act(buildWatch(address), buildWatch(flagged), buildFlag(flagged, 2))
    await agent.act(buildEnd(address, 3), buildEnd(flagged, 3))
    expect(await runScript(chain, getNextRun({ address }))).toBeNull()
    expect(await runScript(chain, getNextRun({ address: flagged }))).not.toBeNull()
    expect((await agent.actions(flagged)).at(-1)).toMatchObject({
      is_moot: true,
      problem: `${flagged} is flagged, so its rechecks go on.`,
    })
    const again = (await agent.act(buildEnd(address, 4))).at(-1)
    expect(again).toMatchObject({ is_moot: true, tx_id: null })
  })
})
