import { createHash } from 'node:crypto'
import { getProposal } from '@app/contracts/calls.ts'
import { buildEventTypeId, resolveImports } from '@app/contracts/resolve-imports.ts'
import type { ChainEvent } from '@app/flow/read/chain.ts'
import { createSeededRandom } from '@app/score/testing/seeded-random.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  type GovernanceChain,
  openGovernanceChain,
} from '../../agent/testing/open-governance-chain.ts'
import { createTestDatabase, type TestDatabase } from '../create-test-database.ts'
import { buildDocumentedText, type IndependentWallet } from '../independent-wallet.ts'
import { killAtRandom, type RoleProcesses, startRoles } from '../processes/restartable-process.ts'
import { openVoters, publishScores } from './open-voters.ts'
import { type Client, EACH, planClients, toMinute } from './plan-clients.ts'
import { castUntilAnswered, type VoteOutcome, type VoteRequest } from './send-until-answered.ts'

/** Long timeout: hundreds of transactions of several processes that are killed again and again. */
vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 })

const SEED = 20_260_724
const VOTERS = 200
const KILLS = 12
const AGENT_KEYS = 8
const BLOCK_MS = 200
const DAY = 86_400
const REASON = 'Swept the wallets of at least six members in one night'

let chain: GovernanceChain
let database: TestDatabase
let pool: pg.Pool
let url: string
let processes: RoleProcesses['processes']
let target: IndependentWallet
let clients: Client[]
let outcomes: VoteOutcome[][]
let votes: ChainEvent[]

beforeAll(async () => {
  ;[chain, database] = await Promise.all([openGovernanceChain(AGENT_KEYS), createTestDatabase()])
  pool = new pg.Pool({ connectionString: database.url })
  const voters = await openVoters(chain, VOTERS + 2)
  target = voters.pop() as IndependentWallet
  const proposer = voters.pop() as IndependentWallet
  await establish(voters.slice(EACH))
  await chain.emulator.control('/mode', { mode: 'interval', intervalMs: BLOCK_MS })
  const { accessNodeUrl } = chain.emulator
  const { agent } = chain
  ;({ url, processes } = await startRoles({ accessNodeUrl, agent, databaseUrl: database.url }))
  await propose(proposer)
  const random = createSeededRandom(SEED + 1)
  const now = await readChainSeconds()
  clients = planClients(voters, { target: target.address, now, random })
})

afterAll(async () => {
  for (const each of Object.values(processes)) await each.kill()
  await pool.end()
  await database.drop()
  await chain.emulator.stop()
})

/**
 * Publishes scores twice, seven days apart. The first `EACH / 2` of them fall below the required
 * score in between.
 */
async function establish(voters: readonly IndependentWallet[]): Promise<void> {
  const addresses = voters.map(({ address }) => address)
  const toHash = (number: number) => String(number).padStart(64, '0')
  await publishScores(chain, { addresses, score: 90, evidenceHash: toHash(1) })
  await chain.advanceTime(7 * DAY + 60)
  const [fallen, standing] = [addresses.slice(0, EACH / 2), addresses.slice(EACH / 2)]
  await publishScores(chain, { addresses: standing, score: 91, evidenceHash: toHash(2) })
  await publishScores(chain, { addresses: fallen, score: 57, evidenceHash: toHash(3) })
}

async function readChainSeconds(): Promise<number> {
  return Math.floor((await chain.reader.getLatestBlock()).timeMs / 1000)
}

async function propose(proposer: IndependentWallet): Promise<void> {
  const validUntil = toMinute((await readChainSeconds()) + DAY / 2)
  const text = buildDocumentedText(proposer.address, {
    subject: 'proposal',
    lines: [
      'Action: freeze',
      `Target: ${target.address}`,
      `Reason SHA-256: ${createHash('sha256').update(REASON).digest('hex')}`,
    ],
    role: 'Proposer',
    sequence: 1,
    validUntil,
  })
  const signatures = [proposer.sign(text)]
  const wallet = { address: proposer.address, sequence: 1, validUntil, signatures }
  const response = await fetch(`${url}/v1/governance/proposals`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      targetAddress: target.address,
      action: 'freeze',
      reason: REASON,
      wallet,
    }),
  })
  expect(await response.json()).toMatchObject({ data: { id: 1, status: 'pending' } })
}

async function countSigned(): Promise<number> {
  const { rows } = await pool.query<{ count: string }>('select count(*) from agent_transaction')
  return Number(rows[0]?.count)
}

async function castAll(): Promise<void> {
  let answered = 0
  const casting = Promise.all(
    clients.map(({ requests }) =>
      Promise.all(
        requests.map(async (request) => {
          const outcome = await castUntilAnswered(url, request)
          answered += 1
          return outcome
        }),
      ),
    ),
  )
  const killing = killAtRandom(processes, {
    random: createSeededRandom(SEED),
    kills: KILLS,
    last: 0.95 * VOTERS,
    progress: { answers: () => answered, transactions: countSigned },
  })
  const [cast, killed] = await Promise.all([casting, killing])
  outcomes = cast
  await waitUntilEnded()
  votes = await readVoteEvents()
  const retries = Object.groupBy(
    cast.flat().flatMap((each) => each.retries),
    (each) => each,
  )
  // biome-ignore lint/suspicious/noConsole: the figures of this run
  console.log(
    `${votes.length} votes on the chain, ${cast.flat().length} requests answered; killed after ${killed.join(', ')}; retries`,
    Object.fromEntries(Object.entries(retries).map(([why, all]) => [why, all?.length])),
  )
}

/** Waits until every action has ended; the agent begins new ones at any time. */
async function waitUntilEnded(): Promise<void> {
  const haveEnded = async () => {
    const { rows } = await pool.query<{ count: number }>(`
      select (select count(*) from agent_action where status not in ('sealed', 'failed'))
           + (select count(*) from agent_transaction where outcome is null) as count`)
    return Number(rows[0]?.count) === 0
  }
  await vi.waitUntil(haveEnded, { timeout: 600_000, interval: 100 })
}

async function readVoteEvents(): Promise<ChainEvent[]> {
  const { height } = await chain.reader.getLatestBlock()
  const type = buildEventTypeId('DharmaGovernance.VoteCast', 'local')
  const found: ChainEvent[] = []
  for (let from = 0; from <= height; from += 250) {
    found.push(...(await chain.reader.getEvents(type, from, Math.min(height, from + 249))))
  }
  return found
}

const isAccepted = ({ answer }: VoteOutcome) => answer.status === 200 || answer.status === 202

const listEvents = ({ requests: [request] }: Client) =>
  votes.filter(({ fields }) => fields.voter === request?.voter.address)

describe('200 clients vote at once while processes are killed', () => {
  beforeAll(castAll, 400_000)

  it('and every right vote is accepted and on the chain exactly once', () => {
    for (const [index, client] of clients.entries()) {
      if (client.expected !== 'counted') continue
      expect(outcomes[index]?.map(({ answer }) => [answer.status, answer.code])).toEqual([
        [expect.toBeOneOf([200, 202]), undefined],
      ])
      expect(listEvents(client)).toMatchObject([
        {
          txId: outcomes[index]?.[0]?.answer.data?.txId,
          fields: { support: client.requests[0]?.support },
        },
      ])
    }
  })

  it('and every wrong one is refused with its reason, and not on the chain', () => {
    for (const [index, client] of clients.entries()) {
      if (typeof client.expected === 'string') continue
      const { status, code, message } = client.expected
      expect(outcomes[index]).toMatchObject([
        { answer: { status, code, message: expect.stringMatching(message) } },
      ])
      expect(listEvents(client)).toEqual([])
    }
  })

  it('and of two choices with one sequence number, one is counted and the other refused', () => {
    for (const [index, client] of clients.entries()) {
      if (client.expected !== 'one of two') continue
      const [accepted = [], refused = []] = [true, false].map((is) =>
        (outcomes[index] ?? []).filter((outcome) => isAccepted(outcome) === is),
      )
      expect(refused).toMatchObject([
        {
          answer: {
            status: 409,
            code: 'sequence_refused',
            message: expect.stringContaining('Sign'),
          },
        },
      ])
      expect(listEvents(client)).toMatchObject([{ txId: accepted[0]?.answer.data?.txId }])
    }
  })

  it('and the tallies are right on the chain and in the mirror', async () => {
    const { cadence, args } = getProposal({ id: 1 })
    const onChain = await chain.reader.executeScript(resolveImports(cadence, 'local'), args)
    const [votesFor, votesAgainst] = [true, false].map(
      (support) => votes.filter(({ fields }) => fields.support === support).length,
    )
    expect(votes).toHaveLength(VOTERS - 4 * EACH)
    expect(onChain).toMatchObject({
      votesFor: BigInt(votesFor ?? 0),
      votesAgainst: BigInt(votesAgainst ?? 0),
    })
    const response = await fetch(`${url}/v1/governance/proposals/1`)
    const { data } = (await response.json()) as {
      data: { votes: { voter: string; txId: string }[] }
    }
    expect(data).toMatchObject({ votesFor, votesAgainst })
    const toPairs = (each: { voter: unknown; txId: string; support: unknown }[]) =>
      each.map(({ voter, txId, support }) => `${voter} ${txId} ${support}`).sort()
    const chainVotes = votes.map(({ txId, fields: { voter, support } }) => ({
      voter,
      txId,
      support,
    }))
    expect(toPairs(data.votes as never)).toEqual(toPairs(chainVotes))
  })

  it('and every action has ended, each vote with one sealed transaction', async () => {
    await waitUntilEnded()
    const { rows } = await pool.query<{ sealed: string; actions: string; failed: string }>(`
      select count(*) filter (where a.status = 'sealed') as actions,
             count(*) filter (where a.status = 'failed') as failed,
             (select count(*) from agent_transaction t join agent_action b on b.address = t.address and b.id = t.action_id
              where b.kind = 'relay_vote' and t.outcome = 'sealed') as sealed
      from agent_action a where kind = 'relay_vote'`)
    const sealed = String(votes.length)
    expect(rows).toEqual([{ actions: sealed, sealed, failed: '0' }])
  })

  it('and the same request again sends nothing, and has the same answer', async () => {
    const some = [0, EACH, EACH * 3, EACH * 6, VOTERS - 1]
    for (const index of some) {
      const request = clients[index]?.requests[0] as VoteRequest
      const { answer } = await castUntilAnswered(url, request)
      const first = outcomes[index]?.[0]?.answer
      expect([answer.code, answer.data?.txId]).toEqual([first?.code, first?.data?.txId])
    }
    expect(await readVoteEvents()).toHaveLength(votes.length)
  })
})
