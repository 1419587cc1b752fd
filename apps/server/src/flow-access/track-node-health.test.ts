import { NodeUnreachableError } from '@app/flow/errors.ts'
import { createNodeClient } from '@app/flow/http/node-client.ts'
import { createFlowReaderFromClient } from '@app/flow/read/create-flow-reader.ts'
import { createFakeClock } from '@app/flow/testing/fake-clock.ts'
import { type LoopbackServer, startLoopbackServer } from '@app/flow/testing/loopback-server.ts'
import { toAddress } from '@app/values/address.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createReaderWithTimeout, trackNodeHealth, withTimeout } from './track-node-health.ts'

const block = (height: number) => ({
  json: [
    {
      header: {
        id: 'ab'.repeat(32),
        parent_id: 'cd'.repeat(32),
        height: String(height),
        timestamp: '2026-01-01T00:00:00Z',
      },
    },
  ],
})

const ACCOUNT = toAddress('0xf8d6e0586b0a20c7')

let node: LoopbackServer
let nowMs: number

beforeEach(async () => {
  node = await startLoopbackServer()
  nowMs = 1_000
})

afterEach(() => node.stop())

const createTracker = () => {
  const client = createNodeClient({ accessNodeUrl: node.url }, createFakeClock())
  return trackNodeHealth(createFlowReaderFromClient(client), () => nowMs)
}

describe('the node health tracker', () => {
  it('has the last height that the node reported', async () => {
    node.responses.push(block(41), block(42))
    const watch = createTracker()
    await watch.flow.getLatestBlock()
    await watch.flow.getLatestBlock()
    expect(watch.state()).toEqual({ height: 42, outage: null, lastCallMs: 1_000 })
    expect(watch.calls).toMatchObject({ ok: 2, unreachable: 0 })
  })

  it('has the start of an outage until the node answers again', async () => {
    const watch = createTracker()
    await node.stop()
    await expect(watch.flow.getLatestBlock()).rejects.toThrow(NodeUnreachableError)
    nowMs = 2_000
    await expect(watch.flow.getChainId()).rejects.toThrow(NodeUnreachableError)
    expect(watch.state().outage).toMatchObject({
      sinceMs: 1_000,
      message: expect.stringContaining('Cannot reach the Flow access node'),
    })
    expect(watch.calls.unreachable).toBe(2)
    node = await startLoopbackServer()
  })

  it('counts a refusal as an answer', async () => {
    node.responses.push({ status: 400, json: { message: 'no' } })
    const watch = createTracker()
    await expect(watch.flow.executeScript('nonsense', [])).rejects.toThrow()
    expect(watch.state().outage).toBeNull()
    expect(watch.calls.ok).toBe(1)
  })
})

/** Records an outage by the first request, which has arrived then; the node has to answer in time after it. */
async function failByTimeout(watch: ReturnType<typeof createTracker>): Promise<void> {
  const reader = createReaderWithTimeout(watch, { timeoutMs: 100, now: () => nowMs })
  await expect(reader.getLatestBlock()).rejects.toThrow(NodeUnreachableError)
  await expect.poll(() => node.requests.length).toBe(1)
}

describe('a reader with timeout', () => {
  it('stops waiting for a hanging node, and the tracker records it', async () => {
    node.responses.push('hang')
    const watch = createTracker()
    const reader = createReaderWithTimeout(watch, { timeoutMs: 300, now: () => nowMs })
    await expect(reader.getAccount(ACCOUNT)).rejects.toThrow('did not answer within 0.3 s')
    expect(watch.state().outage).not.toBeNull()
  })

  it('does not call a failing node for a while, then calls it again', async () => {
    node.responses.push('hang', block(7))
    const watch = createTracker()
    await failByTimeout(watch)
    const reader = createReaderWithTimeout(watch, { timeoutMs: 60_000, now: () => nowMs })
    nowMs += 1_000
    await expect(reader.getLatestBlock()).rejects.toThrow(NodeUnreachableError)
    expect(node.requests).toHaveLength(1)
    nowMs += 60_000
    expect(await reader.getLatestBlock()).toMatchObject({ height: 7 })
    expect(watch.state().outage).toBeNull()
  })
})

it('settles like its work, and leaves no timer', async () => {
  const options = { timeoutMs: 3_600_000, onTimeout: () => 0 }
  const before = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  expect(await withTimeout(Promise.resolve(1), options)).toBe(1)
  await expect(withTimeout(Promise.reject(new Error('broken')), options)).rejects.toThrow('broken')
  const after = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  expect(after).toBeLessThanOrEqual(before)
})
