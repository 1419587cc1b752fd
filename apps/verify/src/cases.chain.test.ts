import type { CaseFile, OpenedAppeal } from '@app/api/schemas/case.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import { type DaoChain, openDaoChain } from '@app/server/cosigner/testing/open-dao-chain.ts'
import type { Server } from '@app/server/server.ts'
import { createAccuser } from '@app/server/testing/accuse.ts'
import { createTestDatabase, type TestDatabase } from '@app/server/testing/create-test-database.ts'
import {
  buildDocumentedText,
  type IndependentWallet,
  openIndependentWallet,
} from '@app/server/testing/independent-wallet.ts'
import { startCompleteServer } from '@app/server/testing/start-complete-server.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parseCaseFile } from './case/parse-case.ts'
import { verifyCase } from './case/verify-case.ts'
import { formatDifference } from './check.ts'
import { relink } from './testing/build-sample-case.ts'
import { getEntry } from './testing/forge-case.ts'

const HOUR = 3_600
const CASE_ID = 'case-1'
const REASON = 'I moved my own money to a new wallet that night'

let chain: DaoChain
let database: TestDatabase
let server: Server
let wallet: IndependentWallet
let file: CaseFile

beforeAll(async () => {
  ;[chain, database] = await Promise.all([openDaoChain(), createTestDatabase()])
  server = await startCompleteServer({
    accessNodeUrl: chain.emulator.accessNodeUrl,
    databaseUrl: database.url,
    agent: chain.agent,
  })
  wallet = await openIndependentWallet(chain)
  const accuser = await createAccuser(chain)
  await accuser.flag(wallet.address, CASE_ID)
  await accuser.freeze(wallet.address)
  await waitForCase(({ entries }) => entries.some(({ kind }) => kind === 'freeze'))
  await appeal()
  await chain.advanceTime(25 * HOUR)
  await waitForCase(({ entries }) => entries.some(({ kind }) => kind === 'lift'))
  await waitForCase((found) => !JSON.stringify(found).includes('"problem"'))
  file = parseCaseFile('the answer', await readCase())
})

afterAll(async () => {
  await server.stop()
  await database.drop()
  await chain.emulator.stop()
})

async function readCase(): Promise<CaseFile | undefined> {
  const response = await fetch(`${server.url}/v1/cases/${wallet.address}/${CASE_ID}`)
  return ((await response.json()) as { data?: CaseFile }).data
}

const waitForCase = (isReady: (found: CaseFile) => boolean) =>
  vi.waitUntil(
    async () => {
      const found = await readCase()
      return found !== undefined && isReady(found)
    },
    { timeout: 120_000, interval: 100 },
  )

async function appeal(): Promise<OpenedAppeal> {
  const { timeMs } = await chain.reader.getLatestBlock()
  const validUntil = Math.floor(timeMs / 60_000) * 60 + 24 * HOUR
  const flagNumber = Number(getEntry((await readCase()) as CaseFile, 'flag').details.number)
  const lines = [`Flag: ${flagNumber}`, `Reason SHA-256: ${hashReason(REASON)}`]
  const own = { subject: 'appeal', lines, role: 'Appellant', sequence: 1, validUntil }
  const signatures = [wallet.sign(buildDocumentedText(wallet.address, own))]
  const consent = { address: wallet.address, sequence: 1, validUntil, signatures }
  const response = await fetch(`${server.url}/v1/appeals`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ against: { flagNumber }, reason: REASON, wallet: consent }),
  })
  return ((await response.json()) as { data: OpenedAppeal }).data
}

async function verify(candidate: CaseFile) {
  const undecided: string[] = []
  const report = {
    checking: () => {},
    proven: () => {},
    noted: () => {},
    undecided: (because: string) => undecided.push(because),
  }
  const difference = await verifyCase(candidate, chain.reader, report)
  return { wrong: difference && formatDifference(difference), undecided }
}

/** A change after which the forger computes all hashes again. */
function forge(change: (changed: CaseFile) => void): CaseFile {
  const copy = structuredClone(file)
  change(copy)
  return relink(copy)
}

it('a case that the server wrote agrees with the chain', async () => {
  expect(file.entries.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['flag', 'vote', 'execution', 'freeze', 'appeal', 'appeal_outcome']),
  )
  const { wrong } = await verify(file)
  expect(wrong).toBeNull()
})

const FORGERIES: [string, (changed: CaseFile) => void, string][] = [
  [
    'a transaction that does not exist',
    (changed) => Object.assign(getEntry(changed, 'vote'), { txId: 'a'.repeat(64) }),
    'which the node does not have',
  ],
  [
    'the transaction of another entry',
    (changed) => Object.assign(getEntry(changed, 'flag'), { txId: getEntry(changed, 'vote').txId }),
    'a transaction with DharmaProtection.Flagged of this',
  ],
  [
    'another reason of the flag',
    (changed) => Object.assign(getEntry(changed, 'flag').details, { reasonHash: 'a'.repeat(64) }),
    'details.reasonHash should be',
  ],
  [
    'another time of the flag',
    (changed) => Object.assign(getEntry(changed, 'flag'), { at: '2026-01-01T00:00:00.000Z' }),
    'entries[0].at should be',
  ],
  [
    'another score of a voter',
    (changed) => Object.assign(getEntry(changed, 'vote').details, { score: 99 }),
    'details.score should be',
  ],
  [
    'a vote left out, with its sum',
    (changed) => {
      changed.entries = changed.entries.filter((entry) => entry !== getEntry(changed, 'vote', 0))
      Object.assign(getEntry(changed, 'voting_end').details, { votesFor: 2, result: 'expired' })
      changed.entries = changed.entries.filter(
        ({ kind }) => kind !== 'execution' && kind !== 'freeze',
      )
      changed.isOpen = false
    },
    'votesFor should be 2, but is 1',
  ],
]

describe('a forger is found by the chain with', () => {
  it.each(FORGERIES)('%s', async (_, change, sentence) => {
    expect((await verify(forge(change))).wrong).toContain(sentence)
  })
})
