import { createNodeClient } from '@app/flow/http/node-client.ts'
import { createFlowReaderFromClient } from '@app/flow/read/create-flow-reader.ts'
import { createFakeClock } from '@app/flow/testing/fake-clock.ts'
import {
  type LoopbackResponse,
  type LoopbackServer,
  startLoopbackServer,
} from '@app/flow/testing/loopback-server.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { trackNodeHealth } from '../../flow-access/track-node-health.ts'
import { type Context, closeContext, createContext } from '../../runtime/context.ts'
import { createStageStatusRegistry } from '../../runtime/stage.ts'
import { recordSignerStatus } from '../../testing/create-mailbox-role.ts'
import { createTestContext } from '../../testing/create-test-context.ts'
import { writeIndexedRows } from '../../testing/ledger.ts'
import { recordAgentHeartbeat } from '../../testing/record-agent-heartbeat.ts'
import { createReadinessCheck } from './check-readiness.ts'
import { createShutdown, type Shutdown } from './shutdown.ts'

let node: LoopbackServer
let nowMs: number

beforeEach(async () => {
  node = await startLoopbackServer()
  node.respondTo = ({ path }) => (path.startsWith('/v1/scripts') ? daoAnswer : undefined)
  daoAnswer = toScriptAnswer(null)
  nowMs = Date.UTC(2026, 0, 1)
})

afterEach(() => node.stop())

/** Answer of the node to the question for the DAO. */
let daoAnswer: LoopbackResponse

function toScriptAnswer(dao: string | null): LoopbackResponse {
  const value = dao === null ? null : { type: 'Address', value: dao }
  const result = JSON.stringify({ type: 'Optional', value })
  return { json: Buffer.from(result).toString('base64') }
}

const block = (height: number) => {
  const header = { id: 'a', parent_id: 'b', height: `${height}`, timestamp: '2026-01-01T00:00:00Z' }
  return { json: [{ header }] }
}

function createCheck(context: Context, shutdown?: Shutdown) {
  const now = () => nowMs
  const client = createNodeClient({ accessNodeUrl: node.url }, createFakeClock())
  const watch = trackNodeHealth(createFlowReaderFromClient(client), now)
  const stages = createStageStatusRegistry(now)
  return createReadinessCheck({ context, node: watch, stages, now, ...(shutdown && { shutdown }) })
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

  it('answers during a stop while node and database are silent, also beside a check that waits', async () => {
    const { config } = await createTestContext()
    const databaseUrl = 'postgres://user:secret@127.0.0.1:9/nothing'
    const context = createContext({ ...config, databaseUrl })
    const shutdown = createShutdown(() => nowMs)
    const check = createCheck(context, shutdown)
    node.responses.push('hang')
    const waiting = check()
    await shutdown.announce(0)
    expect(await Promise.race([check(), waiting.then(() => 'waited for the node')])).toMatchObject({
      status: 'not_ready',
      degraded: [{ part: 'process', since: '2026-01-01T00:00:00.000Z' }],
    })
    await closeContext(context)
  })

  describe('of the signers', () => {
    const DAO = '0xf8d6e0586b0a20c7'
    const EXECUTION = 'execution'

    async function openSigned() {
      daoAnswer = toScriptAnswer(DAO)
      node.responses.push(block(5))
      const context = await createTestContext()
      await recordAgentHeartbeat(context)
      await writeIndexedRows(context, {}, 5)
      const openSigner = (keyIndex: number) => recordSignerStatus(context, keyIndex)
      return { context, openSigner, check: createCheck(context) }
    }

    const silence = ({ pool }: Context, role: string, writtenAt = '2025-12-31T23:00:00Z') =>
      pool.query(
        `set session_replication_role = replica;
         update cosigner_mailbox set written_at = '${writtenAt}' where writer = '${role}';
         set session_replication_role = origin`,
      )

    it('counts none whose sign of life is of tomorrow: the clock was set back since', async () => {
      const { check, openSigner, context } = await openSigned()
      const roles = [await openSigner(0), await openSigner(1)]
      expect((await check()).degraded).toEqual([])
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
      for (const role of roles) await silence(context, role, tomorrow)
      const { degraded } = await check()
      expect(degraded.map(({ part }) => part)).toEqual([EXECUTION])
      expect(degraded[0]?.message).not.toContain(tomorrow)
    })

    it('is degraded where there is a DAO and none was ever seen', async () => {
      const { check } = await openSigned()
      const { status, degraded } = await check()
      expect([status, degraded]).toEqual([
        'ready',
        [
          {
            part: EXECUTION,
            since: '2026-01-01T00:00:00.000Z',
            message:
              'No signer was seen yet: nothing is executed until two processes with the role cosigner run.',
          },
        ],
      ])
    })

    it('is degraded below the threshold, and not at it', async () => {
      const { check, openSigner } = await openSigned()
      await openSigner(0)
      expect((await check()).degraded).toMatchObject([
        {
          part: EXECUTION,
          message: '1 of 2 signers is running; nothing is executed until another one is.',
        },
      ])
      await openSigner(0)
      expect((await check()).degraded).toHaveLength(1)
      await openSigner(1)
      expect((await check()).degraded).toEqual([])
    })

    it('names a known signer that is silent', async () => {
      const { context, check, openSigner } = await openSigned()
      const role = await openSigner(2)
      for (const keyIndex of [0, 1]) await openSigner(keyIndex)
      await silence(context, role)
      expect((await check()).degraded).toEqual([
        {
          part: EXECUTION,
          since: '2025-12-31T23:00:00.000Z',
          message: `Signer ${role} (key 2) is silent since 2025-12-31T23:00:00.000Z.`,
        },
      ])
    })
  })
})
