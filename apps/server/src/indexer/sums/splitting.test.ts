import { createEvmSigner, encodeWords, SPLITTER } from '@app/flow/testing/evm.ts'
import { startTestChain, type TestChain } from '@app/flow/testing/test-chain.ts'
import { judgeKnownScamInteract } from '@app/score/factors/known-scam-interact.ts'
import type { Address } from '@app/values/address.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadFactsFromAllBlocks } from '../../facts/load-facts.ts'
import { upsertLabel } from '../../labels/change-labels.ts'
import type { Context } from '../../runtime/context.ts'
import { runUntilIdle } from '../../runtime/stage.ts'
import { createTestContext } from '../../testing/create-test-context.ts'
import {
  createPerson,
  deploy,
  type Person,
  pay,
  relay,
  withdraw,
} from '../../testing/evm-people.ts'
import { createIndexerStages } from '../create-indexer-stages.ts'
import { DECODING } from '../decode/decoding.ts'

const ONE_FLOW = 10n ** 18n

let chain: TestChain
let thief: Person
/** Withdraws what the contract paid to their Cadence-owned account. */
let direct: Person
/** Withdraws what the contract paid to a key, and that one to them. */
let behindKey: Person

/** A thief has 40 FLOW split by a contract, and both halves reach accounts of others. */
beforeAll(async () => {
  chain = await startTestChain()
  thief = await createPerson(chain, 50_00000000n)
  direct = await createPerson(chain)
  behindKey = await createPerson(chain)
  const relayer = await createPerson(chain)
  const splitter = await deploy(chain, relayer, SPLITTER)
  const from = createEvmSigner()
  const data = encodeWords(direct.coa, from.address)
  await pay(chain, thief, { to: splitter, atto: 40n * ONE_FLOW, data })
  await relay(chain, { from, relayer }, { to: behindKey.coa, atto: 19n * ONE_FLOW })
  await withdraw(chain, direct, 20n * ONE_FLOW)
  await withdraw(chain, behindKey, 19n * ONE_FLOW)
})
afterAll(() => chain.emulator.stop())

/** Indexes the chain; without `hasLogs` as from a node whose chain does not log what contracts pay in FLOW (EIP-7708). */
async function index({ hasLogs }: { hasLogs: boolean }): Promise<Context> {
  const { accessNodeUrl } = chain.emulator
  const context = await createTestContext({ accessNodeUrl, startHeight: 0 })
  const label = { source: 'test', confidence: 1, reason: 'known' } as const
  await upsertLabel(context, { ...label, kind: 'scam', address: thief.address })
  await upsertLabel(context, { ...label, kind: 'service', address: chain.service.address })
  const flow = hasLogs ? context.flow : removeLogs(context.flow)
  await runUntilIdle(createIndexerStages({ ...context, flow }).map(({ stage }) => stage))
  return context
}

const removeLogs = (flow: Context['flow']): Context['flow'] => ({
  ...flow,
  getEventsByBlock: async (...range) =>
    (await flow.getEventsByBlock(...range)).map((block) => ({
      ...block,
      events: block.events.map((event) =>
        'logs' in event.fields ? { ...event, fields: { ...event.fields, logs: [] } } : event,
      ),
    })),
})

/** What is said about contact of an account. */
async function judge({ db }: Context, address: Address) {
  const query = { address, network: 'local', decoding: DECODING } as const
  const { facts } = await loadFactsFromAllBlocks(db, query)
  const headlines = judgeKnownScamInteract(facts).reasons.map(({ headline }) => headline(0))
  return { facts, headlines }
}

it('where the chain logs what contracts pay, the thief is the contact of both', async () => {
  const context = await index({ hasLogs: true })
  for (const { person, units } of [
    { person: direct, units: 20_00000000n },
    { person: behindKey, units: 19_00000000n },
  ]) {
    const { facts, headlines } = await judge(context, person.address)
    expect(facts.contacts?.entries).toMatchObject([{ hop: 0, unitsIn: units }])
    expect(facts.unseen).toBeUndefined()
    expect(headlines.join()).not.toContain('No contact')
  }
})

it('where it does not, their money is from an unseen source, and nobody says that there was no contact', async () => {
  const context = await index({ hasLogs: false })
  const paid = await judge(context, direct.address)
  expect(paid.facts).toMatchObject({ unseen: 20_00000000n, contacts: { entries: [] } })
  expect(paid.facts.completeness).toBeLessThan(10_000)
  expect(paid.headlines).toContain('17 % of its money is from an unseen source')
  const { facts, headlines } = await judge(context, behindKey.address)
  expect(facts.contacts).toMatchObject({ entries: [], unfollowed: [{ unitsIn: 19_00000000n }] })
  expect(headlines).toContain('16 % of its money is not followed further')
  for (const headline of [...paid.headlines, ...headlines])
    expect(headline).not.toMatch(/^No contact with/)
})
