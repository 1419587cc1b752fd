import { flagWallet, getNextRun, getProposal, getProtectionStatus } from '@app/contracts/calls.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import { createSigner } from '@app/flow/keys/create-signer.ts'
import type { Address } from '@app/values/address.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openIndependentWallet } from '../../testing/independent-wallet.ts'
import { type ActingAgent, setUpActingAgent } from '../../testing/set-up-acting-agent.ts'
import {
  proposeFreeze,
  proposeUnfreeze,
  readLastOpen,
  runScript,
} from '../../testing/sign-as-person.ts'
import { toTestHash } from '../testing/insert-test-score.ts'
import { type GovernanceChain, openFlaggerChain } from '../testing/open-governance-chain.ts'
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

const buildProposal = (address: Address, evidence: number) =>
  buildAction('propose_freeze', address, evidence)

describe('a proposal of the agent', () => {
  it('to freeze is signed by its own account and mirrored', async () => {
    const agent = await setUpActingAgent(chain)
    const target = await openWallet()
    const [action] = await agent.act(buildProposal(target, 1))
    expect(action).toMatchObject({ status: 'sealed', problem: null })
    const id = await readLastOpen(chain, chain.agent.address)
    expect(await runScript(chain, getProposal({ id }))).toMatchObject({
      target,
      proposer: chain.agent.address,
      reason: REASON,
    })
    await agent.mirror()
    const proposals = await agent.context.db.selectFrom('dao_proposal').selectAll().execute()
    expect(proposals.at(-1)).toMatchObject({ action: 'freeze', target, tx_id: action?.tx_id })
    const [signature] = await agent.context.db.selectFrom('dao_signature').selectAll().execute()
    expect(signature).toMatchObject({ address: chain.agent.address, problem: null })
    expect(signature?.text).toContain(`Proposer: ${chain.agent.address}`)
  })

  it('rule 10: is not kept out by one of the accused or of a newborn account', async () => {
    const agent = await setUpActingAgent(chain)
    const [alice, target] = [await openIndependentWallet(chain), await openWallet()]
    await proposeFreeze(chain, alice, { target, reason: REASON })
    expect(await agent.act(buildProposal(target, 1))).toMatchObject([{ status: 'sealed' }])
  })

  it('ends without effect while another one of its own on the same target is open', async () => {
    const agent = await setUpActingAgent(chain)
    const target = await openWallet()
    await agent.act(buildProposal(target, 1))
    const id = await readLastOpen(chain, chain.agent.address)
    const [, action] = await agent.act(buildProposal(target, 2))
    expect(action).toMatchObject({
      status: 'failed',
      is_moot: true,
      problem: `Proposal ${id} to freeze ${target} is open already.`,
    })
    expect(await agent.outbox.step()).toBe('idle')
    expect((await agent.actions()).at(-1)).toMatchObject({ status: 'failed', attempts: 1 })
  })

  it('waits for the one before it, so that both have a number of their own', async () => {
    await endOpenProposals()
    const agent = await setUpActingAgent(chain)
    const targets = [await openWallet(), await openWallet()]
    await chain.setMode('manual')
    const stored = await agent.act(...targets.map((target, index) => buildProposal(target, index)))
    expect(stored.map(({ status }) => status)).toEqual(['sent', 'queued'])
    await chain.setMode('auto')
    await chain.commitBlocks(1)
    expect(await agent.act()).toMatchObject([{ status: 'sealed' }, { status: 'sealed' }])
  })
})

/** Lets the voting on every open proposal end: the agent may have ten. */
async function endOpenProposals(): Promise<void> {
  await chain.advanceTime(86_400 + 60)
}
