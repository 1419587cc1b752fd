import { NodeUnreachableError } from '@app/flow/errors.ts'
import { createNodeClient } from '@app/flow/http/node-client.ts'
import { flowReaderOf } from '@app/flow/read/create-flow-reader.ts'
import { type LoopbackNode, startLoopbackNode } from '@app/flow/testing/loopback-node.ts'
import { recordedPace } from '@app/flow/testing/recorded-pace.ts'
import { toAddress } from '@app/values/address.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { impatientReader } from './impatient-reader.ts'
import { watchNode } from './node-watch.ts'

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

const WHO = toAddress('0xf8d6e0586b0a20c7')

let node: LoopbackNode
let nowMs: number

beforeEach(async () => {
  node = await startLoopbackNode()
  nowMs = 1_000
})

afterEach(() => node.stop())

const watched = () => {
  const client = createNodeClient({ accessNodeUrl: node.url }, recordedPace())
  return watchNode(flowReaderOf(client), () => nowMs)
}

describe('the watch on a node', () => {
  it('knows the height that the node told last', async () => {
    node.answers.push(block(41), block(42))
    const watch = watched()
    await watch.flow.latestBlock()
    await watch.flow.latestBlock()
    expect(watch.state()).toEqual({ height: 42, trouble: null, lastCallMs: 1_000 })
    expect(watch.calls).toMatchObject({ ok: 2, unreachable: 0 })
  })

  it('knows since when the node has not answered, until it answers again', async () => {
    const watch = watched()
    await node.stop()
    await expect(watch.flow.latestBlock()).rejects.toThrow(NodeUnreachableError)
    nowMs = 2_000
    await expect(watch.flow.chainId()).rejects.toThrow(NodeUnreachableError)
    expect(watch.state().trouble).toMatchObject({
      sinceMs: 1_000,
      message: expect.stringContaining('Cannot reach the Flow access node'),
    })
    expect(watch.calls.unreachable).toBe(2)
    node = await startLoopbackNode()
  })

  it('takes a refusal for an answer', async () => {
    node.answers.push({ status: 400, json: { message: 'no' } })
    const watch = watched()
    await expect(watch.flow.script('nonsense', [])).rejects.toThrow()
    expect(watch.state().trouble).toBeNull()
    expect(watch.calls.ok).toBe(1)
  })
})

describe('an impatient reader', () => {
  it('gives up on a node that hangs, and the watch learns of it', async () => {
    node.answers.push('hang')
    const watch = watched()
    const reader = impatientReader(watch, { patienceMs: 30, now: () => nowMs })
    await expect(reader.account(WHO)).rejects.toThrow('did not answer within 0.03 s')
    expect(watch.state().trouble).not.toBeNull()
  })

  it('leaves a node in trouble alone for a while, then asks again', async () => {
    node.answers.push('hang', block(7))
    const watch = watched()
    const reader = impatientReader(watch, { patienceMs: 30, now: () => nowMs })
    await expect(reader.latestBlock()).rejects.toThrow(NodeUnreachableError)
    nowMs += 1_000
    await expect(reader.latestBlock()).rejects.toThrow(NodeUnreachableError)
    expect(node.requests).toHaveLength(1)
    nowMs += 60_000
    expect(await reader.latestBlock()).toMatchObject({ height: 7 })
    expect(watch.state().trouble).toBeNull()
  })
})
