import { createHash } from 'node:crypto'
import { buildEventTypeId } from '@app/contracts/resolve-imports.ts'
import type { ChainEvent } from '@app/flow/read/chain.ts'
import { createSeededRandom } from '@app/score/testing/seeded-random.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type GovernanceChain, openGovernanceChain } from './agent/testing/open-governance-chain.ts'
import { createTestDatabase, type TestDatabase } from './testing/create-test-database.ts'
import { buildDocumentedText, type IndependentWallet } from './testing/independent-wallet.ts'
import {
  killAtRandom,
  type RoleProcesses,
  startRoles,
} from './testing/processes/restartable-process.ts'
import { openVoters, publishScores } from './testing/votes/open-voters.ts'
import {
  type ClientOutcome,
  type ClientRequest,
  sendUntilAnswered,
} from './testing/votes/send-until-answered.ts'

/** Long timeout: hundreds of transactions of several processes that are killed again and again. */
vi.setConfig({ testTimeout: 400_000, hookTimeout: 240_000 })

const SEED = 20_260_725
const WALLETS = 100
const VISITORS = 100
/** How often each client sends the same. */
const REPEATS = 3
const KILLS = 6
const REASON = 'Emptied my wallet an hour after I signed in'

let chain: GovernanceChain
let database: TestDatabase
let pool: pg.Pool
let url: string
let processes: RoleProcesses['processes']
let authors: IndependentWallet[]
let target: IndependentWallet
let signed: ClientOutcome[][]
let unsigned: ClientOutcome[][]

beforeAll(async () => {
  ;[chain, database] = await Promise.all([openGovernanceChain(8), createTestDatabase()])
  pool = new pg.Pool({ connectionString: database.url })
  authors = await openVoters(chain, WALLETS + 1)
  target = authors.pop() as IndependentWallet
  const addresses = authors.map(({ address }) => address)
  await publishScores(chain, { addresses, score: 80, evidenceHash: 'a'.repeat(64) })
  await chain.emulator.control('/mode', { mode: 'interval', intervalMs: 200 })
  const { accessNodeUrl } = chain.emulator
  const { agent } = chain
  const settings = { REPORTS_PER_REPORTER: String(VISITORS) }
  const options = { accessNodeUrl, agent, databaseUrl: database.url, settings }
  ;({ url, processes } = await startRoles(options))
  await flagAll()
})

afterAll(async () => {
  for (const each of Object.values(processes)) await each.kill()
  await pool.end()
  await database.drop()
  await chain.emulator.stop()
})

const FLAG_PATH = '/v1/actions/flag-wallet'

function buildSigned(author: IndependentWallet, validUntil: number): ClientRequest {
  const text = buildDocumentedText(author.address, {
    subject: 'report',
    lines: [
      `Target: ${target.address}`,
      `Reason SHA-256: ${createHash('sha256').update(REASON).digest('hex')}`,
    ],
    role: 'Reporter',
    sequence: 1,
    validUntil,
  })
  const wallet = {
    address: author.address,
    sequence: 1,
    validUntil,
    signatures: [author.sign(text)],
  }
  return { url, path: FLAG_PATH, body: { targetAddress: target.address, reason: REASON, wallet } }
}

/** Only Linux has all of 127.0.0.0/8; elsewhere all visitors are one, who flags the wallets. */
const HAS_MANY_ADDRESSES = process.platform === 'linux'

function buildUnsigned(index: number): ClientRequest {
  const targetAddress = HAS_MANY_ADDRESSES ? target.address : authors[index]?.address
  const from = HAS_MANY_ADDRESSES ? { from: `127.0.1.${index + 1}` } : {}
  return { url, path: FLAG_PATH, body: { targetAddress, reason: REASON }, ...from }
}

async function flagAll(): Promise<void> {
  const { timeMs } = await chain.reader.getLatestBlock()
  const validUntil = Math.floor(timeMs / 60_000) * 60 + 43_200
  let answered = 0
  const send = async (sent: ClientRequest) => {
    const outcome = await sendUntilAnswered(sent)
    answered += 1
    return outcome
  }
  const repeat = (sent: ClientRequest) =>
    Promise.all(Array.from({ length: REPEATS }, () => send(sent)))
  const flagging = Promise.all([
    Promise.all(authors.map((author) => repeat(buildSigned(author, validUntil)))),
    Promise.all(Array.from({ length: VISITORS }, (_, index) => repeat(buildUnsigned(index)))),
  ])
  const killing = killAtRandom(processes, {
    random: createSeededRandom(SEED),
    kills: KILLS,
    last: 0.9 * REPEATS * (WALLETS + VISITORS),
    progress: { answers: () => answered },
  })
  ;[[signed, unsigned]] = await Promise.all([flagging, killing])
  await vi.waitUntil(async () => (await countOpenActions()) === 0, { timeout: 60_000 })
}

async function countOpenActions(): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    "select count(*) from agent_action where status not in ('sealed', 'failed')",
  )
  return Number(rows[0]?.count)
}

async function readReportEvents(): Promise<ChainEvent[]> {
  const { height } = await chain.reader.getLatestBlock()
  const type = buildEventTypeId('DharmaReports.Reported', 'local')
  const found: ChainEvent[] = []
  for (let from = 0; from <= height; from += 250) {
    found.push(...(await chain.reader.getEvents(type, from, Math.min(height, from + 249))))
  }
  return found
}

describe('100 wallets and 100 visitors flag at once, each repeatedly, while processes are killed', () => {
  it('and every signed flag is on the chain exactly once', async () => {
    const events = await readReportEvents()
    expect(events.map(({ fields }) => fields.reporter).sort()).toEqual(
      authors.map(({ address }) => address).sort(),
    )
    for (const [index, outcomes] of signed.entries()) {
      const event = events.find(({ fields }) => fields.reporter === authors[index]?.address)
      for (const { answer } of outcomes) {
        expect([answer.status, answer.code]).toEqual([expect.toBeOneOf([200, 202]), undefined])
        expect(answer.data).toMatchObject({ txId: event?.txId, weight: 0.8 })
      }
    }
  })

  it('and every report of a visitor is stored exactly once', async () => {
    const { rows } = await pool.query<{ id: number; reporter: string; address: string }>(
      'select id, reporter, address from label_report',
    )
    expect(rows).toHaveLength(VISITORS)
    const pairs = rows.map(({ reporter, address }) => `${reporter} ${address}`)
    expect(new Set(pairs).size).toBe(VISITORS)
    const ids = unsigned.map((outcomes) => {
      const answers = new Set(outcomes.map(({ answer }) => answer.data?.id))
      expect(answers.size).toBe(1)
      return [...answers][0]
    })
    expect(ids.sort()).toEqual(rows.map(({ id }) => `report-${id}`).sort())
  })

  it.runIf(HAS_MANY_ADDRESSES)('and the score of the target counts each once', async () => {
    const response = await fetch(`${url}/v1/score/${target.address}/evidence/export`)
    const { data } = (await response.json()) as { data: { inputs: { offchain: object } } }
    expect(data.inputs.offchain).toMatchObject({
      community: { visitorReports: VISITORS, trustedReports: { wallets: WALLETS } },
    })
  })
})
