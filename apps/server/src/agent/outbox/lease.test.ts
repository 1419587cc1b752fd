import { expect, it, onTestFinished } from 'vitest'
import type { Context } from '../../runtime/context.ts'
import { createTestContext } from '../../testing/create-test-context.ts'
import { startLoopbackHttp } from '../../testing/faults/loopback-http.ts'
import { buildSeededChain } from '../../testing/faults/seeded-chain/build-seeded-chain.ts'
import { startSeededNode } from '../../testing/faults/seeded-chain/seeded-node.ts'
import { toTestAddress } from '../../testing/ledger.ts'
import { requestAction } from '../request-action.ts'
import { insertTestScore, toTestHash } from '../testing/insert-test-score.ts'
import { recordHeartbeat } from '../write-heartbeat.ts'
import { createOutboxStage } from './create-outbox-stage.ts'
import { openOutbox } from './outbox.ts'
import { takeLease, withLease } from './write-transaction.ts'

const ACCOUNT = { address: toTestAddress(7), privateKeyHex: '7'.repeat(64) }

it('is taken only after the write that runs with it', async () => {
  const { db } = await createTestContext()
  const tables = await takeLease(db)
  const order: string[] = []
  let taking: Promise<unknown> | undefined
  await withLease(tables, async (queries) => {
    taking = takeLease(db).then(() => order.push('taken'))
    await queries.selectFrom('agent_action').select('id').execute()
    order.push('written')
  })
  await taking
  expect(order).toEqual(['written', 'taken'])
})

/**
 * The first agent is slow: while it waits for the node's answer, its lock is lost, and another agent sends the same
 * transaction. Then the node refuses the slow one.
 */
it('keeps a slow agent from sending again what another one has completed', async () => {
  const node = await startSeededNode({
    seededChain: buildSeededChain(1, 30),
    sender: ACCOUNT,
    keyCount: 2,
  })
  onTestFinished(() => node.stop())
  node.setTip(10)
  const slowNode = await startSlowNode(node.url)
  const slow = await createTestContext({ accessNodeUrl: slowNode.url })
  const quick = withNode(slow, node.url)
  const address = toTestAddress(20)
  await requestPublication(slow, address)
  const stages = [slow, quick].map((context) =>
    createOutboxStage(openOutbox({ context, account: ACCOUNT, nodeTimeoutMs: 20_000 })),
  )
  const slowStep = stages[0]!.step().then(
    () => null,
    (error: Error) => error,
  )
  await slowNode.isAsked
  await slow.pool.query(`
    select pg_terminate_backend(pid, 10000) from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and datname = current_database() and pid <> pg_backend_pid()`)
  await settle(stages[1]!)
  node.setTip(11)
  await settle(stages[1]!)
  slowNode.refuse()
  expect((await slowStep)?.message).toContain('Another agent took over the outbox')
  await settle(stages[1]!)
  node.setTip(12)
  const { rows } = await slow.pool.query('select status, problem from agent_action')
  expect(rows).toEqual([{ status: 'sealed', problem: null }])
  expect(node.ledger.executed).toHaveLength(1)
})

const settle = async (stage: { step(): Promise<'more' | 'idle'> }): Promise<void> => {
  while ((await stage.step()) === 'more');
}

function withNode(context: Context, accessNodeUrl: string): Context {
  const flow = { ...context.config.flow, accessNodeUrl }
  return { ...context, config: { ...context.config, flow } }
}

async function requestPublication(context: Context, address: typeof ACCOUNT.address) {
  await recordHeartbeat(context.db, ACCOUNT.address)
  await insertTestScore(context, { address, evidenceHash: toTestHash(1) })
  const reason = { reason: 'A visitor asked.', client: '127.0.0.1' }
  const request = { address, evidenceHash: toTestHash(1), ...reason }
  await requestAction(context, { kind: 'publish', ...request })
}

/** A node that answers a transaction only when the test says so, and then refuses it. */
async function startSlowNode(nodeUrl: string) {
  const asked = Promise.withResolvers<void>()
  const refused = Promise.withResolvers<void>()
  const server = await startLoopbackHttp(async (request, response) => {
    if (request.method === 'POST' && request.url?.endsWith('/transactions')) {
      asked.resolve()
      await refused.promise
      response.writeHead(400)
      response.end(JSON.stringify({ code: 400, message: 'the transaction is expired' }))
      return
    }
    const answer = await fetch(nodeUrl + request.url, {
      method: request.method ?? 'GET',
      ...(request.method === 'POST' && { body: Buffer.concat(await request.toArray()) }),
    })
    response.writeHead(answer.status)
    response.end(await answer.text())
  })
  onTestFinished(() => server.stop())
  return { url: server.url, isAsked: asked.promise, refuse: refused.resolve }
}
