import { EXPIRY_BLOCKS } from '@app/flow/send/transaction.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSignerScene, work } from './testing/create-signer-scene.ts'
import { type DaoChain, openDaoChain } from './testing/open-dao-chain.ts'
import type { TestSigner } from './testing/open-signer-fixture.ts'

let chain: DaoChain

beforeAll(async () => {
  chain = await openDaoChain()
})
afterAll(() => chain.emulator.stop())

const { openAgreeing, readLetters } = createSignerScene(() => chain)

describe('an attempt that expired', () => {
  it('is made anew, also while one of the signers was down', async () => {
    const id = await chain.approve()
    const [first, second] = (await openAgreeing([0, 1])) as [TestSigner, TestSigner]
    await work(first)
    const [before] = await readLetters(id)
    await chain.commitBlocks(EXPIRY_BLOCKS + 1)
    await Promise.all([first.index(), second.index()])
    await work(second)
    await work(first, second)
    await work(second, first)
    expect(await chain.readStatus(id)).toBe('executed')
    expect(before?.body.referenceHeight).toBeGreaterThan(0)
  })
})
