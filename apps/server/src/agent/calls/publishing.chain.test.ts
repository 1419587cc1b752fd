import {
  appointPublisher,
  claimPublisher,
  dismissPublisher,
  publishScore,
} from '@app/contracts/calls.ts'
import { type CadenceCall, resolveImports } from '@app/contracts/resolve-imports.ts'
import { createSigner, type Signer } from '@app/flow/keys/create-signer.ts'
import type { Address } from '@app/values/address.ts'
import { FACTORS } from '@app/values/factor.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setUpActingAgent } from '../../testing/set-up-acting-agent.ts'
import { insertTestScore, type TestScore, toTestHash } from '../testing/insert-test-score.ts'
import { type AgentChain, openAgentChain } from '../testing/open-agent-chain.ts'

let chain: AgentChain
/** Publishes beside the agent. */
let other: Signer

beforeAll(async () => {
  chain = await openAgentChain()
  other = await openPublisher()
})
afterAll(() => chain.emulator.stop())

async function runCall({ cadence, args }: CadenceCall, proposer: Signer): Promise<void> {
  const { error } = await chain.run({ cadence: resolveImports(cadence, 'local'), args, proposer })
  if (error !== null) throw new Error(error.text)
}

async function openPublisher(): Promise<Signer> {
  const publisher = await chain.createAccount()
  await chain.transfer(chain.service, publisher.address, 100_000_000n)
  await runCall(appointPublisher({ publisher: publisher.address }), chain.service)
  await runCall(claimPublisher({ provider: chain.service.address }), publisher)
  return publisher
}

/** Publishes a record in which every factor has the same value, so that this is its score. */
const publishAs = (publisher: Signer, address: Address, score: number) =>
  runCall(
    publishScore({
      address,
      factors: FACTORS.map(() => score * 100),
      version: '1.0.0',
      evidenceHash: toTestHash(score),
      blockHeight: 1,
    }),
    publisher,
  )

const openWallet = async (): Promise<Address> => (await chain.createAccount()).address

/** Lets the agent publish; by default a score that an index with little of the history gives a voter. */
async function publish(address: Address, score: Partial<TestScore> = {}) {
  const agent = await setUpActingAgent(chain)
  const evidenceHash = toTestHash(1)
  const doubtful = { value: 5_000, completeness: 4_000 }
  await insertTestScore(agent.context, { address, evidenceHash, ...doubtful, ...score })
  const request = { kind: 'publish', address, evidenceHash, idempotencyKey: evidenceHash } as const
  const [action] = await agent.act({ ...request, reason: 'A visitor asked.' })
  return action
}

describe('rule 30: beside a standing record of another publisher, an incomplete index', () => {
  it.each([4_500, 5_000, 5_490])('does not publish a score of %i hundredths', async (value) => {
    const address = await openWallet()
    await publishAs(other, address, 55)
    expect(await publish(address, { value })).toMatchObject({
      status: 'failed',
      is_moot: true,
      tx_id: null,
      problem: `40 % of the history of ${address} is indexed here: a score of ${value / 100} is not published beside 55 by ${other.address}, who may know more.`,
    })
  })

  it.each([4_490, 5_500])(
    'publishes one of %i hundredths, which accuses or breaks nothing',
    async (value) => {
      const address = await openWallet()
      await publishAs(other, address, 80)
      expect(await publish(address, { value })).toMatchObject({ status: 'sealed' })
    },
  )
})

describe('a doubtful score is published', () => {
  it('where the index is complete', async () => {
    const address = await openWallet()
    await publishAs(other, address, 80)
    expect(await publish(address, { completeness: 10_000 })).toMatchObject({ status: 'sealed' })
  })

  it('where the only standing record is that of the agent', async () => {
    const address = await openWallet()
    await publishAs(createSigner({ ...chain.agent, keyIndex: 3 }), address, 80)
    expect(await publish(address)).toMatchObject({ status: 'sealed' })
  })

  it('where the record of the other one is below 55 itself', async () => {
    const address = await openWallet()
    await publishAs(other, address, 54)
    expect(await publish(address)).toMatchObject({ status: 'sealed' })
  })

  it('where the other publisher was dismissed', async () => {
    const dismissed = await openPublisher()
    const address = await openWallet()
    await publishAs(dismissed, address, 80)
    await runCall(dismissPublisher({ publisher: dismissed.address }), chain.service)
    expect(await publish(address)).toMatchObject({ status: 'sealed' })
  })
})
