import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { runUntilIdle } from '../runtime/stage.ts'
import { type GovernanceChain, openGovernanceChain } from './testing/open-governance-chain.ts'
import { openSignerFixture, type TestSigner } from './testing/open-signer-fixture.ts'

/** Long timeout: hundreds of transactions, possibly on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

let chain: GovernanceChain

beforeAll(async () => {
  chain = await openGovernanceChain()
})
afterAll(() => chain.emulator.stop())
/** What a test left approved expires, and concerns no other test. */
afterEach(() => chain.advanceTime(8 * 86_400))

async function openTwo(): Promise<[TestSigner, TestSigner]> {
  const fixture = await openSignerFixture(chain)
  const signers = [await fixture.openSigner(0), await fixture.openSigner(1)] as const
  for (const signer of signers) {
    await signer.index()
    await signer.agree()
  }
  return [...signers]
}

const work = (...signers: TestSigner[]) => runUntilIdle(signers.map(({ stage }) => stage))

describe('two signers', () => {
  it('execute an approved proposal', async () => {
    const id = await chain.approve()
    const [first, second] = await openTwo()
    await work(first)
    expect(await chain.readStatus(id)).toBe('approved')
    await work(second)
    await work(first, second)
    expect(await chain.readStatus(id)).toBe('executed')
  })
})
