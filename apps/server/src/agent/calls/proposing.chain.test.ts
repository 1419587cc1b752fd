import { getProposal } from '@app/contracts/calls.ts'
import type { CadenceArg } from '@app/flow/decode/cadence-arg.ts'
import type { Address } from '@app/values/address.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openIndependentWallet } from '../../testing/independent-wallet.ts'
import { setUpActingAgent } from '../../testing/set-up-acting-agent.ts'
import { proposeFreeze, readLastOpen, runScript } from '../../testing/sign-as-person.ts'
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

const buildProposal = (address: Address, evidence: number): NewAction => ({
  kind: 'propose_freeze',
  address,
  evidenceHash: toTestHash(evidence),
  idempotencyKey: toTestHash(evidence),
  reason: REASON,
})

const openWallet = async (): Promise<Address> => (await chain.createAccount()).address

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

  it('that crashed between signing and sending is made once', async () => {
    await endOpenProposals()
    const agent = await setUpActingAgent(chain)
    const target = await openWallet()
    void agent.proxy.injectFault(isPost, 'cut answer')
    await expect(agent.act(buildProposal(target, 1))).rejects.toThrow()
    await chain.commitBlocks(1)
    const after = agent.openOutbox()
    for (let step = 0; step < 5; step += 1) await after.step()
    expect(await agent.actions()).toMatchObject([{ status: 'sealed', attempts: 1 }])
    await agent.mirror()
    const proposals = await agent.context.db.selectFrom('dao_proposal').select('target').execute()
    expect(proposals.filter((row) => row.target === target)).toHaveLength(1)
  })

  it('that was signed again although the first one ran is refused by its number', async () => {
    await endOpenProposals()
    const agent = await setUpActingAgent(chain)
    const target = await openWallet()
    const [action] = await agent.act(buildProposal(target, 1))
    const [sent] = await agent.context.db.selectFrom('agent_transaction').selectAll().execute()
    const { cadence, args: texts } = sent!.signed
    const args = texts.map((text) => JSON.parse(text) as CadenceArg)
    const again = { cadence, args, proposer: chain.service }
    const { error } = await chain.run(again)
    expect(error?.message).toMatch(/Sequence \d+ of 0x\w{16} is not above \d+/)
    expect(action).toMatchObject({ status: 'sealed' })
  })

  it('rule 11: beyond ten open ones is refused in the contract’s words', async () => {
    await endOpenProposals()
    const agent = await setUpActingAgent(chain)
    const targets: Address[] = []
    while (targets.length < 11) targets.push(await openWallet())
    const actions = await agent.act(...targets.map((target, index) => buildProposal(target, index)))
    const open = Array.from({ length: 10 }, () => 'sealed')
    expect(actions.map(({ status }) => status)).toEqual([...open, 'failed'])
    expect(actions[10]).toMatchObject({
      is_moot: false,
      problem: `${chain.agent.address} has 10 open proposals already.`,
    })
  })
})

/** Lets the voting on every open proposal end: the agent may have ten. */
async function endOpenProposals(): Promise<void> {
  await chain.advanceTime(86_400 + 60)
}
