import { createSigner } from '@app/flow/keys/create-signer.ts'
import { EMPTY_TRANSACTION } from '@app/flow/testing/cadence.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createSignerScene, work } from './testing/create-signer-scene.ts'
import { type DaoChain, openDaoChain } from './testing/open-dao-chain.ts'
import type { TestSigner } from './testing/open-signer-fixture.ts'

let chain: DaoChain

beforeAll(async () => {
  chain = await openDaoChain()
})
afterAll(() => chain.emulator.stop())
/** What a test left approved expires, and concerns no other test. */
afterEach(() => chain.advanceTime(8 * 86_400))

const { openFixture, openAgreeing, openAgreeingSigner, readLetters, readDoubts } =
  createSignerScene(() => chain)

describe('the signers', () => {
  it('execute an approved proposal with two keys, and leave no letters', async () => {
    const id = await chain.approve()
    const [first, second] = (await openAgreeing([0, 1])) as [TestSigner, TestSigner]
    await work(first)
    expect(await readLetters(id)).toMatchObject([{ body: { keyIndex: 0, txId: null } }])
    expect(await chain.readStatus(id)).toBe('approved')
    expect(await second.stage.step()).toBe('more')
    const { body } = (await readLetters(id)).find(({ writer }) => writer === second.role)!
    expect(await chain.readStatus(id)).toBe('executed')
    expect((await chain.reader.getTransactionResult(String(body.txId))).error).toBeNull()
    await work(first, second)
    expect(await readLetters(id)).toEqual([])
  })

  it('do nothing before the voting has ended', async () => {
    const id = await chain.propose([true, true, true])
    await work(...(await openAgreeing([0, 1])))
    expect(await readLetters(id)).toEqual([])
    expect(await chain.readStatus(id)).toBe('active')
  })

  it('open one attempt when they start at the same time', async () => {
    const id = await chain.approve()
    const signers = await openAgreeing([0, 1, 2])
    await Promise.all(signers.map(({ stage }) => stage.step()))
    const attempts = (await readLetters(id)).map(({ body }) => body.payload)
    expect(new Set(attempts).size).toBe(1)
    await work(...signers)
    expect(await chain.readStatus(id)).toBe('executed')
  })

  it('execute several proposals, each with one attempt at a time', async () => {
    const ids = [await chain.propose([true, true, true]), await chain.approve()]
    const signers = await openAgreeing([0, 1])
    await work(...signers)
    await expect
      .poll(async () => {
        await work(...signers)
        return Promise.all(ids.map(chain.readStatus))
      })
      .toEqual(['executed', 'executed'])
  })

  it('pause after an attempt that failed, and then try again', async () => {
    const id = await chain.approve()
    const [first, second] = (await openAgreeing([0, 1])) as [TestSigner, TestSigner]
    await work(first)
    const hands = chain.dao.privateKeysHex.map((privateKeyHex, keyIndex) =>
      createSigner({ address: chain.dao.address, keyIndex, privateKeyHex }),
    )
    const [proposer, other] = [hands[0]!, hands[2]!]
    const authorizers = [proposer, other]
    await chain.run({
      cadence: EMPTY_TRANSACTION,
      args: [],
      proposer,
      payer: proposer,
      authorizers,
    })
    await work(first)
    expect(await readDoubts(first)).toContainEqual(
      expect.stringMatching(/^its execution failed 1 times; next attempt not before/),
    )
    expect(await readLetters(id)).toEqual([])
    await chain.advanceTime(61)
    await work(first, second)
    expect(await chain.readStatus(id)).toBe('executed')
  })
})

describe('a signer judges by itself: nothing is executed', () => {
  it('when a stolen publisher key published scores that no signer computes', async () => {
    const id = await chain.approve()
    const fixture = await openFixture()
    const signers = [await fixture.openSigner(0), await fixture.openSigner(1)]
    for (const signer of signers) await signer.index()
    await work(...signers)
    expect(await readLetters(id)).toEqual([])
    expect(await chain.readStatus(id)).toBe('approved')
    for (const signer of signers) {
      expect(await readDoubts(signer)).toEqual([
        expect.stringMatching(/^the For of 0x\w+, 0x\w+, 0x\w+ is disputed$/),
        'without disputed votes it is not approved: not signed',
      ])
    }
  })

  it('when only one of them agrees', async () => {
    const id = await chain.approve()
    const fixture = await openFixture()
    const agreeing = await openAgreeingSigner(0)
    const disputing = await fixture.openSigner(1)
    await disputing.index()
    await work(agreeing, disputing)
    expect((await readLetters(id)).map(({ writer }) => writer)).toEqual([agreeing.role])
    expect(await chain.readStatus(id)).toBe('approved')
  })

  it('while its index does not cover the voters; it says so after an hour, and then signs', async () => {
    const id = await chain.approve()
    const fixture = await openFixture()
    const first = await openAgreeingSigner(0)
    const second = await fixture.openSigner(1)
    await work(first, second)
    expect(await readDoubts(second)).toEqual([])
    await chain.advanceTime(3_600)
    await chain.commitBlocks(20)
    await work(second)
    expect(await readDoubts(second)).toEqual([
      expect.stringMatching(/^not checkable for an hour: the own index is \d+ blocks behind$/),
    ])
    expect(await chain.readStatus(id)).toBe('approved')
    await first.index()
    await second.index()
    await second.agree()
    await work(second)
    expect(await chain.readStatus(id)).toBe('executed')
  })
})
