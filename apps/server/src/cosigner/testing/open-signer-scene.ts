import pg from 'pg'
import { onTestFinished } from 'vitest'
import { runUntilIdle } from '../../runtime/stage.ts'
import { buildTopic } from '../mailbox/parse-letter.ts'
import { readKnownSigners } from '../read-signers.ts'
import type { GovernanceChain } from './open-governance-chain.ts'
import { openSignerFixture, type SignerOptions, type TestSigner } from './open-signer-fixture.ts'

/** A letter as it is stored. */
export interface StoredLetter {
  writer: string
  body: Record<string, unknown>
}

/** Signers around one mailbox, and what a test reads and writes there. */
export interface SignerScene {
  openSigner(keyIndex: number, options?: SignerOptions): Promise<TestSigner>
  /** Opens a signer that has indexed the chain and has seen the evidence of the voters. */
  openAgreeing(keyIndex: number, options?: SignerOptions): Promise<TestSigner>
  /** Creates a role for the mailbox and returns its name and URL. */
  openRole(): Promise<{ role: string; url: string }>
  readLetters(proposalId: number): Promise<StoredLetter[]>
  readDoubts(signer: TestSigner): Promise<string[]>
}

export async function openSignerScene(chain: GovernanceChain): Promise<SignerScene> {
  const { main, openSigner, openRole } = await openSignerFixture(chain)
  return {
    openSigner,
    openRole,
    openAgreeing: async (keyIndex, options) => {
      const signer = await openSigner(keyIndex, options)
      await signer.index()
      await signer.agree()
      return signer
    },
    readLetters: async (proposalId) => {
      const { rows } = await main.pool.query<StoredLetter>(
        'select writer, body from cosigner_mailbox where topic = $1 order by writer',
        [buildTopic(proposalId)],
      )
      return rows
    },
    readDoubts: async ({ role }) => {
      const known = await readKnownSigners(main.db)
      return known.find(({ name }) => name === role)?.status.doubts.map(({ text }) => text) ?? []
    },
  }
}

/** Steps the signers one after the other until none has anything to do. */
export const workUntilIdle = (...signers: TestSigner[]): Promise<void> =>
  runUntilIdle(signers.map(({ stage }) => stage))

/** Writes a letter with a role of the mailbox, past the code of a signer. */
export async function writeLetterAs(url: string, topic: string, body: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(
    `insert into cosigner_mailbox (topic, body) values ($1, $2)
     on conflict (writer, topic) do update set body = excluded.body`,
    [topic, body],
  )
}
