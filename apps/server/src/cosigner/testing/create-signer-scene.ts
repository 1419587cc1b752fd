import pg from 'pg'
import { runUntilIdle } from '../../runtime/stage.ts'
import { buildTopic } from '../mailbox/parse-letter.ts'
import { readKnownSigners } from '../read-signers.ts'
import type { DaoChain } from './open-dao-chain.ts'
import {
  openSignerFixture,
  type SignerFixture,
  type SignerOptions,
  type TestSigner,
} from './open-signer-fixture.ts'

/** A letter as it is stored. */
interface StoredLetter {
  writer: string
  body: Record<string, unknown>
}

/** Creates functions for the fixture that a test opened last. */
export function createSignerScene(getChain: () => DaoChain) {
  let fixture: SignerFixture | undefined

  function currentFixture(): SignerFixture {
    if (fixture === undefined) throw new Error('no fixture is open')
    return fixture
  }

  async function openFixture(): Promise<SignerFixture> {
    fixture = await openSignerFixture(getChain())
    return fixture
  }

  /** Opens a signer that has indexed the chain and has seen the evidence of the voters. */
  async function openAgreeingSigner(
    keyIndex: number,
    options?: SignerOptions,
  ): Promise<TestSigner> {
    const signer = await currentFixture().openSigner(keyIndex, options)
    await signer.index()
    await signer.agree()
    return signer
  }

  return {
    currentFixture,
    openFixture,
    openAgreeingSigner,
    /** Opens a fixture with a signer for each key. */
    openAgreeing: async (keyIndexes: readonly number[], options?: SignerOptions) => {
      await openFixture()
      const signers: TestSigner[] = []
      for (const keyIndex of keyIndexes) signers.push(await openAgreeingSigner(keyIndex, options))
      return signers
    },
    readLetters: async (id: number): Promise<StoredLetter[]> => {
      const { rows } = await currentFixture().main.pool.query<StoredLetter>(
        'select writer, body from cosigner_mailbox where topic = $1 order by writer',
        [buildTopic(id)],
      )
      return rows
    },
    readDoubts: async ({ role }: TestSigner): Promise<string[]> => {
      const known = await readKnownSigners(currentFixture().main.db)
      return known.find(({ name }) => name === role)?.status.doubts.map(({ text }) => text) ?? []
    },
  }
}

/** Steps the signers one after the other until none has anything to do. */
export const work = (...signers: TestSigner[]): Promise<void> =>
  runUntilIdle(signers.map(({ stage }) => stage))

/** Writes a letter with a role of the mailbox, past the code of a signer. */
export async function writeAs(url: string, topic: string, body: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `insert into cosigner_mailbox (topic, body) values ($1, $2)
     on conflict (writer, topic) do update set body = excluded.body`,
    [topic, body],
  )
  await client.end()
}
