import { createSigner } from '@app/flow/keys/create-signer.ts'
import { postTransaction, waitForSeal } from '@app/flow/send/send-transaction.ts'
import { encodeEnvelopeMessage, signTransaction } from '@app/flow/send/sign-transaction.ts'
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

const { openFixture, currentFixture, openAgreeing, openAgreeingSigner, readLetters, readDoubts } =
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

  it('gets nobody to sign by copying letters under another number', async () => {
    const id = await chain.approve()
    const signers = await openAgreeing([0, 1])
    const pending = await chain.propose([true, true, true])
    await work(signers[0]!)
    const [letter] = await readLetters(id)
    const { role, url } = await currentFixture().openRole()
    await writeAs(url, buildTopic(pending), JSON.stringify(letter?.body))
    await work(...signers)
    expect(await readDoubts(signers[1]!)).toContain(
      `a letter of ${role} is ignored: its payload is not the execution of proposal ${pending}`,
    )
    expect(await chain.readStatus(pending)).toBe('active')
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
  async function openThief() {
    const { role, url } = await currentFixture().openRole()
    const privateKeyHex = chain.dao.privateKeysHex[1]!
    const signer = createSigner({ address: chain.dao.address, keyIndex: 1, privateKeyHex })
    const block = await chain.reader.getLatestBlock()
    const [, sequenceNumber = 0] = (await readSequence()) ?? []
    const buildSigned = (proposalId: number) => {
      const attempt = {
        proposalId,
        referenceBlockId: block.id,
        referenceHeight: block.height,
        proposalKeyIndex: 1,
        sequenceNumber,
      }
      const parts = { network: 'local', dao: chain.dao.address } as const
      const transaction = buildAttemptTransaction(parts, attempt)
      const { proposalId: _, ...fields } = attempt
      const message = encodeEnvelopeMessage(transaction)
      return {
        transaction,
        letter: {
          ...fields,
          payload: toPayloadHex(transaction),
          keyIndex: 1,
          signature: Buffer.from(signer.sign(message)).toString('hex'),
          txId: null,
        },
      }
    }
    return { role, url, signer, buildSigned }
  }

  it('gets no second signature for what is not approved', async () => {
    const pending = await chain.propose([true, true, true])
    const [honest] = (await openAgreeing([0])) as [TestSigner]
    const thief = await openThief()
    await writeAs(thief.url, buildTopic(pending), JSON.stringify(thief.buildSigned(pending).letter))
    await work(honest)
    expect((await readLetters(pending)).map(({ writer }) => writer)).toEqual([thief.role])
    expect(await chain.readStatus(pending)).toBe('active')
  })

  it('executes nothing alone', async () => {
    const id = await chain.approve()
    await openFixture()
    const { signer, buildSigned } = await openThief()
    const signed = signTransaction(buildSigned(id).transaction, [signer])
    const outcome = await postTransaction(chain.node, signed).then(
      async (txId) => (await waitForSeal(chain.reader, txId)).error?.message ?? 'executed',
      (error: Error) => error.message,
    )
    expect(outcome).toMatch(/500 < 1000|insufficient|sufficient/)
    expect(await chain.readStatus(id)).toBe('approved')
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

  it.each<[string, (answer: NodeAnswer) => unknown]>([
    [
      'another block',
      ({ path, json }) => {
        if (!path.includes('/blocks')) return json
        return JSON.parse(
          JSON.stringify(json).replaceAll(/"id":"\w{64}"/g, `"id":"${'ab'.repeat(32)}"`),
        )
      },
    ],
    [
      'a number that is not next',
      ({ path, json }) => {
        if (!path.includes('/accounts/')) return json
        for (const key of json.keys) key.sequence_number = String(Number(key.sequence_number) + 3)
        return json
      },
    ],
  ])(
    'that reports %s leads to another transaction, which gets no second signature',
    async (_, lie) => {
      const id = await chain.approve()
      await openFixture()
      const nodeUrl = await startLyingNode(chain.emulator.accessNodeUrl, lie)
      const deceived = await currentFixture().openSigner(0, { nodeUrl })
      await deceived.agree()
      await deceived.context.db
        .insertInto('chain_cursor')
        .values({
          direction: 'live',
          from_height: 0,
          to_height: 1_000_000,
          block_id: 'x',
          parent_id: 'x',
          block_ms: 1,
          node_height: 1_000_000,
        })
        .execute()
      const honest = await openAgreeingSigner(1)
      await work(deceived, honest)
      await work(deceived, honest)
      const payloads = new Set((await readLetters(id)).map(({ body }) => body.payload))
      expect(payloads.size).toBe(2)
      expect(await chain.readStatus(id)).toBe('approved')
    },
  )
})
