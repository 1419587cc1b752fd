import { createSigner } from '@app/flow/keys/create-signer.ts'
import { encodeEnvelopeMessage } from '@app/flow/send/sign-transaction.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildAttemptTransaction, toPayloadHex } from './exchange/verify-letter.ts'
import { buildTopic } from './mailbox/parse-letter.ts'
import { createSignerScene, work, writeAs } from './testing/create-signer-scene.ts'
import { type DaoChain, openDaoChain } from './testing/open-dao-chain.ts'
import type { TestSigner } from './testing/open-signer-fixture.ts'
import { type NodeAnswer, startLyingNode } from './testing/start-lying-node.ts'

let chain: DaoChain

beforeAll(async () => {
  chain = await openDaoChain()
})
afterAll(() => chain.emulator.stop())
/** What a test left approved expires, and concerns no other test. */
afterEach(() => chain.advanceTime(8 * 86_400))

const { currentFixture, openAgreeing, openAgreeingSigner, readLetters, readDoubts } =
  createSignerScene(() => chain)

describe('a stolen role of the mailbox', () => {
  const HOSTILE = [
    'null',
    '[]',
    '"text"',
    '{"__proto__": {"keyIndex": 0}}',
    `{"payload": "${'a'.repeat(15_000)}"}`,
    `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  ]

  it('executes nothing and stops nobody with letters of any kind', async () => {
    const id = await chain.approve()
    const signers = await openAgreeing([0, 1])
    for (const body of HOSTILE) {
      const { url } = await currentFixture().openRole()
      await writeAs(url, buildTopic(id), body)
    }
    await work(signers[0]!)
    const doubts = await readDoubts(signers[0]!)
    expect(doubts).toHaveLength(HOSTILE.length)
    for (const doubt of doubts) {
      expect(doubt).toMatch(
        /^a letter of signer_\w+ is ignored: it has not the fields of a letter$/,
      )
    }
    await work(...signers)
    expect(await chain.readStatus(id)).toBe('executed')
  })

  it('cannot have a complete attempt executed again', async () => {
    const id = await chain.approve()
    const [first, second] = (await openAgreeing([0, 1])) as [TestSigner, TestSigner]
    await first.stage.step()
    await second.stage.step()
    const letters = await readLetters(id)
    expect(letters).toHaveLength(2)
    const sequence = await readSequence()
    const next = await chain.approve()
    for (const { body } of letters) {
      const { url } = await currentFixture().openRole()
      for (const topic of [id, next].map(buildTopic)) {
        await writeAs(url, topic, JSON.stringify(body))
      }
    }
    await first.stage.step()
    expect(await readSequence()).toEqual(sequence)
    expect(await chain.readStatus(next)).toBe('approved')
    await work(first, second)
    expect(await chain.readStatus(next)).toBe('executed')
    expect((await readSequence())?.reduce((sum, number) => sum + number)).toBe(
      (sequence ?? []).reduce((sum, number) => sum + number) + 1,
    )
  })
})

const readSequence = async () =>
  (await chain.reader.getAccount(chain.dao.address))?.keys.map(
    ({ sequenceNumber }) => sequenceNumber,
  )

describe('one stolen key of the DAO, with its role of the mailbox,', () => {
  it('gets no second signature for what is not approved', async () => {
    const pending = await chain.propose([true, true, true])
    const [honest] = (await openAgreeing([0])) as [TestSigner]
    const thief = await currentFixture().openRole()
    const privateKeyHex = chain.dao.privateKeysHex[1]!
    const signer = createSigner({ address: chain.dao.address, keyIndex: 1, privateKeyHex })
    const block = await chain.reader.getLatestBlock()
    const attempt = {
      ...{ referenceBlockId: block.id, referenceHeight: block.height },
      ...{ proposalKeyIndex: 1, sequenceNumber: (await readSequence())?.[1] ?? 0 },
    }
    const parts = { network: 'local', dao: chain.dao.address } as const
    const transaction = buildAttemptTransaction(parts, { proposalId: pending, ...attempt })
    const letter = {
      ...attempt,
      payload: toPayloadHex(transaction),
      keyIndex: 1,
      signature: Buffer.from(signer.sign(encodeEnvelopeMessage(transaction))).toString('hex'),
      txId: null,
    }
    await writeAs(thief.url, buildTopic(pending), JSON.stringify(letter))
    await work(honest)
    expect((await readLetters(pending)).map(({ writer }) => writer)).toEqual([thief.role])
    expect(await chain.readStatus(pending)).toBe('active')
  })
})

describe('a lying node', () => {
  // biome-ignore lint/suspicious/noExplicitAny: JSON-CDC of any shape
  const setField = (composite: any, name: string, value: unknown) => {
    const { fields } = composite.value.value ?? composite.value
    // biome-ignore lint/suspicious/noExplicitAny: as above
    fields.find((field: any) => field.name === name).value = value
  }

  it('that calls a rejected proposal approved gets one signature, and nothing is executed', async () => {
    const id = await chain.approve([true, false, false])
    expect(await chain.readStatus(id)).toBe('rejected')
    const lie = ({ script, json }: NodeAnswer) => {
      if (script.includes('struct Work')) {
        const numbers = [{ type: 'UInt64', value: String(id) }]
        setField({ value: json }, 'executable', { type: 'Array', value: numbers })
      }
      if (script.includes('getSummary(id)')) {
        setField(json, 'status', { type: 'String', value: 'approved' })
        const text = JSON.stringify(json).replaceAll('"value":false', '"value":true')
        return JSON.parse(text)
      }
      return json
    }
    const nodeUrl = await startLyingNode(chain.emulator.accessNodeUrl, lie)
    const [deceived] = (await openAgreeing([0], { nodeUrl })) as [TestSigner]
    const honest = await openAgreeingSigner(1)
    await work(deceived, honest)
    expect((await readLetters(id)).map(({ writer }) => writer)).toEqual([deceived.role])
    expect(await chain.readStatus(id)).toBe('rejected')
  })
})
