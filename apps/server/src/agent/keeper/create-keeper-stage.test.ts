import { createNodeClient } from '@app/flow/http/node-client.ts'
import { createFlowReaderFromClient } from '@app/flow/read/create-flow-reader.ts'
import { createFakeClock } from '@app/flow/testing/fake-clock.ts'
import {
  type LoopbackRequest,
  type LoopbackResponse,
  type LoopbackServer,
  startLoopbackServer,
} from '@app/flow/testing/loopback-server.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import type { Address } from '@app/values/address.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Config } from '../../config.ts'
import type { Context } from '../../runtime/context.ts'
import { runUntilIdle } from '../../runtime/stage.ts'
import { createTestContext } from '../../testing/create-test-context.ts'
import { NO_ROWS, toTestAddress, writeIndexedRows } from '../../testing/ledger.ts'
import { createKeeperStage } from './create-keeper-stage.ts'

const MINUTE_MS = 60_000

/** Unix seconds at which every run was due. */
const DUE_AT = 1_700_000_000

/** Sorted by address, which is not the order of their numbers. */
const WALLETS = Array.from({ length: 26 }, (_, number) =>
  computeAddressAtIndex(1000 + number, 'local'),
).sort()
const [ALICE = toTestAddress(1), BOB = toTestAddress(2), CAROL = toTestAddress(3)] = WALLETS

/** As many tokens as a collection can say that it has, but PostgreSQL cannot store. */
const UNSTORABLE = String(10n ** 30n)

let node: LoopbackServer
/** What the node answers: whose runs are late, who is watched, and whose holdings cannot be stored. */
let chain: { isDeployed: boolean } & Record<'overdue' | 'watched' | 'poisoned', readonly Address[]>
let context: Context
let warnings: string[]
let clock: { nowMs: number }
let stage: ReturnType<typeof createKeeperStage>

beforeAll(async () => {
  node = await startLoopbackServer()
  node.respondTo = answerScript
})
afterAll(() => node.stop())

beforeEach(async () => {
  chain = { isDeployed: true, overdue: [], watched: [], poisoned: [] }
  const opened = await createTestContext()
  warnings = []
  const log = { warn: (_: object, text: string) => warnings.push(text) }
  const client = createNodeClient({ accessNodeUrl: node.url }, createFakeClock())
  context = {
    ...opened,
    flow: createFlowReaderFromClient(client),
    log: Object.assign(Object.create(opened.log), log),
  }
  clock = { nowMs: 0 }
  openStage({})
  await writeIndexedRows(context, NO_ROWS, 5)
})

/** Opens the stage as after a restart, with other settings. */
function openStage(change: Partial<Config['agent']>) {
  Object.assign(context.config.agent, { enabled: true }, change)
  stage = createKeeperStage(context, () => clock.nowMs)
}

function answerScript({ body }: LoopbackRequest): LoopbackResponse {
  const { script, arguments: args } = JSON.parse(body) as { script: string; arguments: string[] }
  const source = Buffer.from(script, 'base64').toString('utf8')
  if (source.includes('struct Page')) return toCadenceAnswer(buildHoldingsPage(args))
  if (!chain.isDeployed) {
    const message = 'error: cannot find declaration `DharmaRecheck` in `f8d6e0586b0a20c7`'
    return { status: 400, json: { code: 400, message } }
  }
  if (source.includes('DharmaRecheck.overdue()')) return toCadenceAnswer(toArray(chain.overdue))
  if (source.includes('DharmaRecheck.watched()')) return toCadenceAnswer(toArray(chain.watched))
  return toCadenceAnswer({
    type: 'Optional',
    value: { type: 'UFix64', value: `${DUE_AT}.00000000` },
  })
}

const toCadenceAnswer = (value: object): LoopbackResponse => ({
  json: Buffer.from(JSON.stringify(value)).toString('base64'),
})

const toArray = (addresses: readonly Address[]) => ({
  type: 'Array',
  value: addresses.map((value) => ({ type: 'Address', value })),
})

function buildHoldingsPage([first = '']: readonly string[]) {
  const address = JSON.parse(Buffer.from(first, 'base64').toString('utf8')).value
  const int = (value: string) => ({ type: 'Int', value })
  const trap = { key: { type: 'String', value: 'A.01.Trap.Collection' }, value: int(UNSTORABLE) }
  const value = chain.poisoned.includes(address) ? [trap] : []
  const fields = [
    { name: 'total', value: int('1') },
    { name: 'counts', value: { type: 'Dictionary', value } },
  ]
  return { type: 'Struct', value: { id: 's.00.Page', fields } }
}

/** Lets minutes pass, with a look at the chain in each. */
async function work(minutes = 1): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    clock.nowMs += MINUTE_MS
    await runUntilIdle([stage])
  }
}

const listActions = () =>
  context.db
    .selectFrom('agent_action')
    .select(['kind', 'address', 'idempotency_key', 'status', 'reason', 'problem', 'payload'])
    .orderBy('id')
    .execute()

const listKeys = async () => (await listActions()).map(({ idempotency_key }) => idempotency_key)

describe('rechecks that the chain announces', () => {
  let runId: number

  beforeEach(() => {
    runId = 6
  })

  /** Has the indexed events contain a run of each address, in one block. */
  async function announce(height: number, addresses: readonly Address[]): Promise<void> {
    for (const [index, address] of addresses.entries()) {
      runId += 1
      await context.pool.query(
        `insert into chain_contract_event (height, tx_index, event_index, tx_id, block_ms, type, fields)
         values ($1, $2, 0, 'tx', 0, 'DharmaRecheck.RecheckDue', $3)`,
        [height, index, JSON.stringify({ address, runId: String(runId) })],
      )
    }
  }

  it('are queued once for each run, those of a block by address, with the score', async () => {
    await announce(4, [BOB, ALICE])
    await announce(5, [ALICE])
    await work(2)
    expect(await listActions()).toMatchObject([
      { kind: 'recheck', address: ALICE, idempotency_key: 'run 8', status: 'queued' },
      {
        idempotency_key: 'run 7',
        problem: null,
        reason: `Scheduled recheck 7 of ${BOB} was due: the score is 50 (NORMAL).`,
      },
      { address: ALICE, idempotency_key: 'run 9' },
    ])
  })

  it('are as many as there are, twenty in a step, and do not wait for one that fails', async () => {
    chain.poisoned = [ALICE]
    await announce(4, WALLETS)
    expect(await stage.step()).toBe('more')
    expect(await listActions()).toHaveLength(19)
    await work()
    expect(await listActions()).toHaveLength(25)
  })

  it('are those of the last day', async () => {
    await writeIndexedRows(context, NO_ROWS, 1_000_000)
    await announce(1_000_000 - 172_800, [ALICE])
    await announce(1_000_001 - 172_800, [BOB])
    await work()
    expect(await listKeys()).toEqual(['run 8'])
  })

  it.each([0, 2])('are stored as failed above the daily cap, here %i', async (cap) => {
    openStage({ rechecksPerDay: cap })
    await announce(5, [ALICE, BOB, CAROL])
    await work()
    const actions = await listActions()
    expect(actions.map(({ status }) => status)).toEqual(
      [0, 1, 2].map((place) => (place < cap ? 'queued' : 'failed')),
    )
    expect(actions.at(-1)?.problem).toContain(`Today ${cap} scheduled rechecks`)
  })
})

describe('overdue rechecks', () => {
  const listRestarted = async () => {
    const actions = await listActions()
    const isRestart = ({ kind, idempotency_key }: (typeof actions)[number]) =>
      kind === 'schedule_recheck' && idempotency_key === `overdue since ${DUE_AT}`
    expect(actions.every(isRestart)).toBe(true)
    return actions.map(({ address }) => address).sort()
  }

  it('are restarted once each, twenty a minute', async () => {
    chain.overdue = WALLETS
    await work()
    expect(await listRestarted()).toEqual(WALLETS.slice(0, 20))
    await work()
    expect(await listRestarted()).toEqual(WALLETS)
  })

  it('that cannot be restarted do not block the others', async () => {
    Object.assign(chain, { overdue: WALLETS, poisoned: WALLETS.slice(0, 25) })
    await work()
    expect(await listRestarted()).toEqual([])
    await work()
    expect(await listRestarted()).toEqual(WALLETS.slice(25))
  })

  it('are looked for once a minute, also after the clock was set back', async () => {
    clock.nowMs = 100 * MINUTE_MS
    await work()
    chain.overdue = [ALICE]
    const before = node.requests.length
    clock.nowMs += MINUTE_MS - 1
    expect(await stage.step()).toBe('idle')
    expect(node.requests).toHaveLength(before)
    clock.nowMs = 10 * MINUTE_MS
    await runUntilIdle([stage])
    expect(await listRestarted()).toEqual([ALICE])
  })

  it('are none where the contract is not deployed, which is logged once, and read once it is', async () => {
    Object.assign(chain, { isDeployed: false, overdue: [ALICE] })
    await work(2)
    expect(await listRestarted()).toEqual([])
    expect(warnings).toEqual(['DharmaRecheck is not deployed there yet: no recheck is scheduled'])
    chain.isDeployed = true
    await work()
    expect(await listRestarted()).toEqual([ALICE])
  })
})

describe('rechecks of owners of vaults', () => {
  beforeEach(async () => {
    await context.pool.query('insert into dao_vault (owner, opened_at) values ($1, 1), ($2, 2)', [
      ALICE,
      BOB,
    ])
  })

  const fail = (ago: string) =>
    context.pool.query(
      `update agent_action set status = 'failed', changed_at = now() - $1::interval`,
      [ago],
    )

  it.each([
    ['59 minutes', 'failed'],
    ['-1 day', 'queued'],
    ['61 minutes', 'queued'],
  ])('are started once; when that failed %s ago, the action is %s then', async (ago, status) => {
    await work(2)
    expect(await listActions()).toMatchObject([
      { kind: 'schedule_recheck', idempotency_key: 'vault 1', status: 'queued', payload: null },
      { idempotency_key: 'vault 2' },
    ])
    await fail(ago)
    await work()
    expect((await listActions()).map((action) => action.status)).toEqual([status, status])
  })

  it.each([{ scheduleRechecks: false }, { enabled: false }])(
    'are not started where the operator wants %o',
    async (change) => {
      openStage(change)
      await work(2)
      expect(await listActions()).toEqual([])
    },
  )

  it('are ended when the vault is closed, and started again with the next', async () => {
    const end = () =>
      context.pool.query(
        "update agent_action set status = 'sealed', sealed_height = -100, changed_at = now() - interval '2 hours'",
      )
    await context.pool.query('update chain_contract_cursor set height = 600')
    await work()
    await end()
    chain.watched = [ALICE, BOB]
    await context.pool.query('update dao_vault set closed_at = 9 where owner = $1', [ALICE])
    await work()
    expect((await listActions()).slice(2)).toMatchObject([
      { kind: 'schedule_recheck', address: ALICE, payload: { ends: 'rechecks' } },
    ])
    await end()
    chain.watched = [BOB]
    await context.pool.query('update dao_vault set closed_at = null where owner = $1', [ALICE])
    await work()
    expect((await listActions()).map(({ status }) => status)).toEqual([
      ...['queued', 'sealed', 'sealed'],
    ])
  })

  it('are started at once when there is another one, within the cap of the day', async () => {
    openStage({ schedulesPerDay: 2 })
    await work()
    await context.pool.query('insert into dao_vault (owner, opened_at) values ($1, 0)', [CAROL])
    await runUntilIdle([stage])
    expect(await listKeys()).toEqual(['vault 1', 'vault 2'])
    await context.pool.query('update agent_budget set day = day - 1')
    await work()
    expect(await listKeys()).toEqual(['vault 1', 'vault 2', 'vault 0'])
  })
})

describe('what is over', () => {
  const TARGET = toTestAddress(1)
  const DAY = 86_400
  const START = 1_800_000_000

  /** Runs the stage at a block time, in seconds after the start. Returns what is queued by then. */
  async function settleAt(seconds: number): Promise<[key: string, proposalIds: number[]][]> {
    await context.pool.query('update chain_cursor set block_ms = $1', [(START + seconds) * 1000])
    await context.pool.query(
      `insert into chain_contract_cursor (height) values (600) on conflict do nothing`,
    )
    await work()
    const { rows } = await context.pool.query<{ key: string; ids: number[] }>(
      `select idempotency_key as key, payload -> 'proposalIds' as ids from agent_action
       where kind = 'settle' and address = $1 order by id`,
      [TARGET],
    )
    return rows.map(({ key, ids }) => [key, ids])
  }

  /** Inserts a proposal of the start. */
  const propose = (id: number) =>
    context.pool.query(
      `insert into dao_proposal (id, action, target, proposer, rank, is_appeal, title,
         description, reason, reason_hash, created_at, voting_ends_at, executable_until, height, tx_id)
       values ($1, 'freeze', $2, $2, 'other', false, '', '', '', 'hash', $3, $4, $5, 1, 'tx')`,
      [id, TARGET, START, START + DAY, START + 8 * DAY],
    )

  it('of votes is settled with their end, not before, and once', async () => {
    await propose(7)
    expect(await settleAt(DAY - 1)).toEqual([])
    expect(await settleAt(DAY)).toEqual([['proposal 7 expired', [7]]])
    expect(await settleAt(2 * DAY)).toHaveLength(1)
  })

  it('of a freeze is settled with its end, though no vote about its address is open', async () => {
    await propose(7)
    await context.pool.query(
      `insert into dao_proposal_state (proposal_id, stored_status) values (7, 'executed')`,
    )
    await context.pool.query(
      `insert into dao_freeze (address, number, proposal_id, since, renewed_at)
       values ($1, 1, 7, $2, $2)`,
      [TARGET, START + DAY],
    )
    expect(await settleAt(8 * DAY - 1)).toEqual([])
    expect(await settleAt(8 * DAY)).toEqual([['freeze 1 ended', []]])
  })
})
