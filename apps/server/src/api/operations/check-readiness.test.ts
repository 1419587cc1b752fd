import { createNodeClient } from '@app/flow/http/node-client.ts'
import { createFlowReaderFromClient } from '@app/flow/read/create-flow-reader.ts'
import { createFakeClock } from '@app/flow/testing/fake-clock.ts'
import { type LoopbackServer, startLoopbackServer } from '@app/flow/testing/loopback-server.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { trackNodeHealth } from '../../flow-access/track-node-health.ts'
import { type Context, closeContext, createContext } from '../../runtime/context.ts'
import { createStageStatusRegistry } from '../../runtime/stage-status-registry.ts'
import { createTestContext } from '../../testing/create-test-context.ts'
import { writeIndexedRows } from '../../testing/ledger.ts'
import { recordAgentHeartbeat } from '../../testing/record-agent-heartbeat.ts'
import { createReadinessCheck } from './check-readiness.ts'

let node: LoopbackServer
let nowMs: number

beforeEach(async () => {
  node = await startLoopbackServer()
  nowMs = Date.UTC(2026, 0, 1)
})

afterEach(() => node.stop())

const block = (height: number) => {
  const header = { id: 'a', parent_id: 'b', height: `${height}`, timestamp: '2026-01-01T00:00:00Z' }
  return { json: [{ header }] }
}

function createCheck(context: Context) {
  const now = () => nowMs
  const client = createNodeClient({ accessNodeUrl: node.url }, createFakeClock())
  const watch = trackNodeHealth(createFlowReaderFromClient(client), now)
  return createReadinessCheck({ context, node: watch, stages: createStageStatusRegistry(now), now })
}

describe('the readiness check', () => {
  it('follows the state of the node although no indexer runs in this process', async () => {
    const context = await createTestContext()
    const check = createCheck(context)
    node.responses.push(block(5), block(500))
    expect(await check()).toMatchObject({ status: 'not_ready', indexedHeight: null, nodeHeight: 5 })
    await writeIndexedRows(context, {}, 5)
    expect(await check()).toMatchObject({ status: 'ready', indexedHeight: 5, lagBlocks: 0 })
    nowMs += 10_000
    expect(await check()).toMatchObject({ status: 'not_ready', lagBlocks: 495 })
  })

  it('calls the node once for concurrent checks', async () => {
    const context = await createTestContext()
    node.responses.push(block(5))
    const check = createCheck(context)
    await Promise.all([check(), check(), check()])
    expect(node.requests).toHaveLength(1)
  })

  it('lists the node with time and message until it answers', async () => {
    const context = await createTestContext()
    await recordAgentHeartbeat(context)
    await writeIndexedRows(context, {}, 5)
    const check = createCheck(context)
    node.responses.push('hang up')
    await check()
    nowMs += 60_000
    const { status, degraded } = await check()
    expect([status, degraded]).toEqual([
      'not_ready',
      [
        {
          part: 'node',
          since: '2026-01-01T00:00:00.000Z',
          message: expect.stringMatching(/^Cannot reach the Flow access node at http:/),
        },
      ],
    ])
    node.responses.splice(0, 1, block(5))
    nowMs += 60_000
    expect(await check()).toMatchObject({ status: 'ready', degraded: [] })
  })

  it('lists a database that does not answer, without its URL', async () => {
    const { config } = await createTestContext()
    const databaseUrl = 'postgres://user:secret@127.0.0.1:9/nothing'
    const context = createContext({ ...config, databaseUrl })
    node.responses.push(block(5))
    const readiness = await createCheck(context)()
    expect(readiness).toMatchObject({
      status: 'not_ready',
      indexedHeight: null,
      degraded: [{ part: 'database', message: 'The database does not answer.' }],
    })
    await closeContext(context)
  })
})
