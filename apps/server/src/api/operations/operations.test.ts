import { getHealth, getReadiness } from '@app/api/routes/operations.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTransferRows, toTestAddress, writeIndexedRows } from '../../testing/ledger.ts'
import { keepAgentAlive } from '../../testing/record-agent-heartbeat.ts'
import { expectDocumentedResponse } from '../testing/expect-documented-response.ts'
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
  api.stages.report({ name: 'live', status: 'idle', problem: null })
})

keepAgentAlive(() => [api.context])
afterAll(() => api.finish())

const get = (url: string) => api.app.inject({ url })

/** Reads the value of a metric with exactly these labels. */
async function readMetric(name: string): Promise<number | undefined> {
  const { body } = await get('/metrics')
  const line = body.split('\n').find((text) => text.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

describe('GET /health', () => {
  it('reports that the process is alive, whatever else fails', async () => {
    const response = await get('/health')
    expectDocumentedResponse(getHealth, response)
    expect(response.json().data.status).toBe('ok')
  })
})

describe('GET /ready', () => {
  it('answers 503 with the lag until the chain is indexed, then 200', async () => {
    const before = await get('/ready')
    expectDocumentedResponse(getReadiness, before)
    expect([before.statusCode, before.json().details.lagBlocks]).toEqual([503, null])
    await writeIndexedRows(api.context, {}, 7)
    const after = await get('/ready')
    expectDocumentedResponse(getReadiness, after)
    expect(after.json().data).toMatchObject({ status: 'ready', indexedHeight: 7, degraded: [] })
  })
})

describe('GET /metrics', () => {
  it('is text for Prometheus', async () => {
    const { headers, body } = await get('/metrics')
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(body).toContain('# TYPE dharma_http_request_duration_seconds histogram')
    expect(body.match(/^(?!#|dharma_).+/gm)).toBeNull()
  })

  it.each([
    ['dharma_indexer_height', 7],
    ['dharma_indexer_lag_blocks', 0],
    ['dharma_database_up', 1],
    ['dharma_node_up', 1],
    ['dharma_stage_up{stage="live"}', 1],
    ['dharma_votes_total', 0],
    ['dharma_paused_items', 0],
    ['dharma_deliveries{status="waiting"}', 0],
    ['dharma_signers_running', 0],
    ['dharma_wal_archive_failing', 0],
    ['dharma_wal_archive_age_seconds', undefined],
    ['dharma_database_connections{state="awaited"}', 0],
  ])('has %s %s', async (name, value) => expect(await readMetric(name)).toBe(value))

  it('contains the backlogs of all processes, and the connections of this one', async () => {
    const [address, day] = [toTestAddress(6), 86_400]
    await api.context.db
      .insertInto('agent_action')
      .values({
        address,
        kind: 'publish',
        evidence_hash: 'a'.repeat(64),
        idempotency_key: 'a',
        case_id: 'a',
        reason: 'For a test.',
        payload: null,
        created_at: new Date(Date.now() - day * 1000),
      } as never)
      .execute()
    expect(await readMetric('dharma_outbox_actions{status="queued"}')).toBe(1)
    expect(await readMetric('dharma_outbox_actions{status="sent"}')).toBe(0)
    expect(await readMetric('dharma_outbox_stuck_seconds')).toBeGreaterThanOrEqual(day)
    await api.context.db.updateTable('agent_action').set({ status: 'failed' }).execute()
    expect(await readMetric('dharma_outbox_stuck_seconds')).toBe(0)
    expect(await readMetric('dharma_outbox_failures')).toBe(1)
    await api.context.db.updateTable('agent_action').set({ is_moot: true }).execute()
    expect(await readMetric('dharma_outbox_failures')).toBe(0)
    expect(await readMetric('dharma_agent_heartbeat_age_seconds')).toBeGreaterThanOrEqual(0)
    await api.context.db.deleteFrom('agent_action').execute()
  })

  it('has a long queue of visitors not as stuck while its actions end, nor one that ends alone', async () => {
    const { pool } = api.context
    const HALF_A_DAY = 43_200
    await pool.query(`
      insert into agent_action (address, kind, evidence_hash, idempotency_key, case_id, reason, status, created_at, changed_at)
      select '0x' || lpad(to_hex(n), 16, '0'), 'publish', repeat('a', 64), n::text, '', 'For a test.',
        case n when 1 then 'sealed' else 'queued' end, now() - interval '1 day', now() - interval '1 day'
      from generate_series(1, 1200) n`)
    const stuck = () => readMetric('dharma_outbox_stuck_seconds')
    expect(await stuck()).toBeGreaterThan(HALF_A_DAY)
    await pool.query(`update agent_action set changed_at = now() where status = 'sealed'`)
    expect(await stuck()).toBeLessThan(HALF_A_DAY)
    await pool.query(`
      insert into agent_transaction (address, tx_id, action_id, key_address, key_index, sequence_number, reference_height, signed, created_at)
      select address, repeat('a', 64), id, '0x0000000000000001', 0, 0, 1, '{}', now() - interval '1 day'
      from agent_action order by id desc limit 1`)
    expect(await stuck()).toBeGreaterThan(HALF_A_DAY)
    await pool.query('delete from agent_transaction; delete from agent_action')
    expect(await stuck()).toBe(0)
  })

  it('has alerts as late that were never tried, not those that a receiver did not take, and counts the owners of the dead', async () => {
    const insert = (count: number, { owner, status, attempts }: Record<string, string | number>) =>
      api.context.pool.query(
        `insert into alert_delivery (owner, message_id, channel, type, at_ms, body, status, attempts, created_at, attempted_at)
         select $1, gen_random_uuid(), 'inbox', 'wallet.accused', 1, '{}', $2, $3, now() - interval '1 day', now()
         from generate_series(1, $4::int)`,
        [owner, status, attempts, count],
      )
    const owners = [toTestAddress(31), toTestAddress(32)]
    for (const owner of owners) {
      await insert(30, { owner, status: 'dead', attempts: 15 })
      await insert(2, { owner, status: 'waiting', attempts: 3 })
    }
    expect(await readMetric('dharma_deliveries{status="dead"}')).toBe(60)
    expect(await readMetric('dharma_deliveries_dead_owners')).toBe(2)
    expect(await readMetric('dharma_deliveries{status="waiting"}')).toBe(4)
    expect(await readMetric('dharma_deliveries_oldest_seconds')).toBe(0)
    await insert(1, { owner: toTestAddress(31), status: 'waiting', attempts: 0 })
    expect(await readMetric('dharma_deliveries_oldest_seconds')).toBeGreaterThanOrEqual(86_400)
    await api.context.pool.query('delete from alert_delivery')
  })

  it('counts whom two publishers contradict each other about, by the newest records of a day', async () => {
    const day = 86_400_000
    const { rows } = await api.context.pool.query<{ now: string }>(
      'select max(block_ms) as now from chain_cursor',
    )
    const now = Number(rows[0]?.now)
    let index = 0
    const publish = async (address: string, publisher: string, { tenths = 0, ageMs = 0 }) => {
      index += 1
      const fields = JSON.stringify({ address, publisher, scoreTenths: String(tenths) })
      await api.context.db
        .insertInto('chain_contract_event')
        .values({
          height: 1,
          tx_index: 0,
          event_index: index,
          tx_id: 'a'.repeat(64),
          block_ms: now - ageMs,
          type: 'DharmaScore.ScorePublished',
          fields,
        })
        .execute()
    }
    await publish('0x1', '0xa', { tenths: 600 })
    await publish('0x1', '0xb', { tenths: 550 })
    await publish('0x2', '0xa', { tenths: 599 })
    await publish('0x2', '0xb', { tenths: 549 })
    await publish('0x3', '0xa', { tenths: 549 })
    await publish('0x3', '0xa', { tenths: 600 })
    await publish('0x4', '0xa', { tenths: 600 })
    await publish('0x4', '0xb', { tenths: 549, ageMs: day })
    expect(await readMetric('dharma_voters_contradicted')).toBe(0)
    await publish('0x1', '0xb', { tenths: 549 })
    expect(await readMetric('dharma_voters_contradicted')).toBe(1)
    await publish('0x1', '0xb', { tenths: 600 })
    expect(await readMetric('dharma_voters_contradicted')).toBe(0)
    await publish('0x1', '0xb', { tenths: 549 })
    await api.context.pool.query("insert into chain_publisher values ('0xb', true)")
    expect(await readMetric('dharma_voters_contradicted')).toBe(0)
    await api.context.pool.query('delete from chain_contract_event; delete from chain_publisher')
  })

  it('counts requests by route, not by address, and a reading that publishes as a route of its own', async () => {
    for (const path of ['0x12', '0x13', '0x12?publish=true']) await get(`/v1/score/${path}`)
    const count = (route: string) =>
      readMetric(
        `dharma_http_request_duration_seconds_count{method="GET",route="${route}",status="400"}`,
      )
    expect(await count('/v1/score/:address')).toBe(2)
    expect(await count('/v1/score/:address?publish=true')).toBe(1)
  })

  it('counts the stored scores', async () => {
    const before = (await readMetric('dharma_scores_computed_total')) ?? 0
    const address = toTestAddress(5)
    const rows = buildTransferRows([{ height: 8, from: address, to: null }])
    await writeIndexedRows(api.context, { transfers: rows })
    await api.app.inject({ method: 'POST', url: `/v1/score/${address}/compute` })
    await expect.poll(() => readMetric('dharma_scores_computed_total')).toBe(before + 1)
  })
})
