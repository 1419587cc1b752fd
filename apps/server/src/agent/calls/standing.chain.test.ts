import { getStanding, publishScore } from '@app/contracts/calls.ts'
import { resolveImports } from '@app/contracts/resolve-imports.ts'
import { createSigner } from '@app/flow/keys/create-signer.ts'
import type { Facts } from '@app/score/facts.ts'
import { judge } from '@app/score/judge.ts'
import { HABITS } from '@app/score/testing/habits/habits.ts'
import { buildFactsFromTransfers } from '@app/score/transfers/build-facts-from-transfers.ts'
import { SCORE_RULES } from '@app/score/version.ts'
import type { Address } from '@app/values/address.ts'
import { FACTORS } from '@app/values/factor.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PublishedRecord, readLiveRecords } from '../../flow-access/read-published.ts'
import { lowerPoints } from '../../testing/lower-points.ts'
import { setUpActingAgent } from '../../testing/set-up-acting-agent.ts'
import { insertTestScore, type TestScore, toTestHash } from '../testing/insert-test-score.ts'
import { type AgentChain, openAgentChain } from '../testing/open-agent-chain.ts'

let chain: AgentChain

beforeAll(async () => {
  chain = await openAgentChain()
})
afterAll(() => chain.emulator.stop())

const BEFORE = SCORE_RULES.current
const NEXT = { ...lowerPoints(BEFORE), version: '99.0.0' }
const RULES = { current: NEXT, earlier: [BEFORE] }

/** Publishes a record of the agent in which every factor has the same value, so that this is its score. */
async function publishBefore(address: Address, score: number): Promise<PublishedRecord> {
  const record = { address, version: BEFORE.version, evidenceHash: toTestHash(score) }
  const factors = FACTORS.map(() => score * 100)
  const { cadence, args } = publishScore({ ...record, factors, blockHeight: 1 })
  const proposer = createSigner({ ...chain.agent, keyIndex: 3 })
  await chain.run({ cadence: resolveImports(cadence, 'local'), args, proposer })
  return await readRecord(address)
}

async function readRecord(address: Address): Promise<PublishedRecord> {
  const records = await readLiveRecords({ flow: chain.reader, network: 'local' }, address)
  const own = records.find(({ publisher }) => publisher === chain.agent.address)
  if (own === undefined) throw new Error(`${address} has no record`)
  return own
}

/** Since when the records of the agent stand; `null` while they are broken. */
async function readStandingSince(address: Address): Promise<unknown> {
  const { cadence, args } = getStanding({ address })
  const standings = await chain.reader.executeScript(resolveImports(cadence, 'local'), args)
  return (standings as Record<string, { since: unknown }>)[chain.agent.address]?.since
}

/** Facts of a wallet that scores so by the rules before, and less by the next. */
function findFacts(isWanted: (score: number) => boolean): { facts: Facts; score: number } {
  for (const { transfers } of Object.values(HABITS)) {
    const facts = buildFactsFromTransfers(
      '0x179b6b1cb6755e31' as Address,
      transfers(),
      new Set(['x']),
    )
    const { score } = judge(facts, BEFORE)
    if (isWanted(score)) return { facts, score }
  }
  throw new Error('no wallet scores so')
}

/** Lets the agent of the new version publish a score of 40 by its rules. */
async function publishNext(address: Address, score: Partial<TestScore> = {}): Promise<void> {
  const agent = await setUpActingAgent(chain, {}, RULES)
  const evidenceHash = toTestHash(1)
  const stored = { version: NEXT.version, value: 4_000, ...score }
  await insertTestScore(agent.context, { address, evidenceHash, ...stored })
  const request = { kind: 'recheck', address, evidenceHash, idempotencyKey: 'run 1' } as const
  const [action] = await agent.act({ ...request, reason: 'It was due.' })
  expect(action).toMatchObject({ status: 'sealed' })
}

const openWallet = async (): Promise<Address> => (await chain.createAccount()).address

describe('a publication by a new version', () => {
  it('that alone would take away the right to vote keeps to the version of the standing record', async () => {
    const address = await openWallet()
    await publishBefore(address, 61)
    const since = await readStandingSince(address)
    const { facts, score } = findFacts((one) => one >= 60)
    await publishNext(address, { facts })
    expect(await readRecord(address)).toMatchObject({
      ...{ version: BEFORE.version, score, evidenceHash: toTestHash(1) },
    })
    expect(await readStandingSince(address)).toBe(since)
  })

  it('takes it away where the rules before would, too', async () => {
    const address = await openWallet()
    await publishBefore(address, 61)
    const { facts } = findFacts((one) => one < 45)
    await publishNext(address, { facts })
    expect(await readRecord(address)).toMatchObject({ version: NEXT.version, score: 40 })
    expect(await readStandingSince(address)).toBeNull()
  })

  it('renews the standing record while only blocks that are read again make the difference', async () => {
    const address = await openWallet()
    const { publishedAtMs, ...record } = await publishBefore(address, 61)
    const { facts } = findFacts((one) => one < 55)
    const before = {
      version: BEFORE.version,
      score: 61,
      riskLevel: 'NORMAL',
      completeness: 1,
    } as const
    // Blocks of the same second have the same time.
    await chain.emulator.control('/clock', { offsetMs: 60_000 })
    await publishNext(address, { facts, earlier: before })
    const renewed = await readRecord(address)
    expect(renewed).toMatchObject(record)
    expect(renewed.publishedAtMs).toBeGreaterThan(publishedAtMs)
  })

  it.each([44, 39])('follows its rules where a record of %i gives no right', async (score) => {
    const address = await openWallet()
    await publishBefore(address, score)
    const { facts } = findFacts((one) => one >= 60)
    await publishNext(address, { facts })
    expect(await readRecord(address)).toMatchObject({ version: NEXT.version, score: 40 })
  })

  it('follows its rules where they give every right', async () => {
    const address = await openWallet()
    await publishBefore(address, 61)
    await publishNext(address, { value: 6_000 })
    expect(await readRecord(address)).toMatchObject({ version: NEXT.version, score: 60 })
  })
})
