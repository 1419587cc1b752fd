import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { NodeBehindError, NodeInvalidResponseError } from '../errors.ts'
import type { LoopbackServer } from '../testing/loopback-server.ts'
import { startLoopbackServer } from '../testing/loopback-server.ts'
import type { FlowReader } from './create-flow-reader.ts'
import { createFlowReader } from './create-flow-reader.ts'

const TYPE = 'flow.AccountCreated'

let node: LoopbackServer
let reader: FlowReader

beforeEach(async () => {
  node = await startLoopbackServer()
  reader = createFlowReader({ accessNodeUrl: node.url, timeoutMs: 60_000 })
})

afterEach(async () => {
  await node.stop()
})

function block(height: number, rest: object = {}): object {
  return {
    block_id: height.toString(16).padStart(64, '0'),
    block_height: String(height),
    block_timestamp: '2026-02-12T04:38:06.123456789Z',
    ...rest,
  }
}

function created(txIndex: number, eventIndex: number): object {
  const address = { type: 'Address', value: '0x179b6b1cb6755e31' }
  const payload = {
    type: 'Event',
    value: { id: TYPE, fields: [{ name: 'address', value: address }] },
  }
  return {
    type: TYPE,
    transaction_id: 'ab'.repeat(32),
    transaction_index: String(txIndex),
    event_index: String(eventIndex),
    payload: Buffer.from(JSON.stringify(payload)).toString('base64'),
  }
}

describe('events', () => {
  test('are sorted in chain order and have their block', async () => {
    const events = [created(1, 0), created(0, 2), created(0, 1)]
    node.responses.push({ json: [block(8, { events: null }), block(7, { events }), block(9)] })
    const found = await reader.getEvents(TYPE, 7, 9)
    expect(found.map((event) => [event.txIndex, event.eventIndex])).toEqual([
      [0, 1],
      [0, 2],
      [1, 0],
    ])
    expect(found[0]).toEqual({
      type: TYPE,
      txId: 'ab'.repeat(32),
      txIndex: 0,
      eventIndex: 1,
      fields: { address: '0x179b6b1cb6755e31' },
      height: 7,
      blockId: '7'.padStart(64, '0'),
      blockTimeMs: Date.UTC(2026, 1, 12, 4, 38, 6, 123),
    })
    expect(node.requests[0]?.path).toBe(
      '/v1/events?type=flow.AccountCreated&start_height=7&end_height=9',
    )
  })

  test('a block without events has an empty list', async () => {
    node.responses.push({ json: [block(7, { events: null }), block(8)] })
    expect(await reader.getEventsByBlock(TYPE, 7, 8)).toMatchObject([
      { height: 7, events: [] },
      { height: 8, events: [] },
    ])
  })

  test.each([
    ['the last one', [block(7), block(8)]],
    ['all', []],
  ])('a response without %s of the blocks is an error', async (_, json) => {
    node.responses.push({ json })
    await expect(reader.getEvents(TYPE, 7, 9)).rejects.toThrow(NodeBehindError)
  })

  test.each([
    [8, 7],
    [-1, 7],
    [1, 251],
    [Number.NaN, 3],
  ])('a range from %d to %d is rejected without a request', async (from, to) => {
    await expect(reader.getEvents(TYPE, from, to)).rejects.toThrow(RangeError)
    expect(node.requests).toHaveLength(0)
  })

  test.each([
    { block_height: 'seven' },
    { block_timestamp: 'yesterday' },
    { events: [{ type: TYPE }] },
    { events: [{ ...created(0, 0), payload: 'AAAA' }] },
    { events: [{ ...created(0, 0), event_index: '-1' }] },
  ])('a block with %j is rejected', async (fault) => {
    node.responses.push({ json: [block(7, fault)] })
    await expect(reader.getEvents(TYPE, 7, 7)).rejects.toThrow(NodeInvalidResponseError)
  })
})

describe('responses that are too large', () => {
  /** A contract can emit any bytes: some 1.5 MB of them in each block. */
  const large = created(0, 0)
  const inflate = (height: number) =>
    block(height, { events: [large], more: 'x'.repeat(1_500_000) })

  const readHeights = (path: string): [number, number] => {
    const query = new URLSearchParams(path.split('?')[1])
    return [Number(query.get('start_height')), Number(query.get('end_height'))]
  }

  test('are requested again in halves', async () => {
    node.respondTo = ({ path }) => {
      const [from, to] = readHeights(path)
      return { json: Array.from({ length: to - from + 1 }, (_, index) => inflate(from + index)) }
    }
    const found = await reader.getEventsByBlock(TYPE, 1, 4)
    expect(found.map(({ height }) => height)).toEqual([1, 2, 3, 4])
    expect(node.requests.map(({ path }) => readHeights(path))).toEqual([
      [1, 4],
      [1, 2],
      [3, 4],
    ])
  })

  test('may have more bytes when they are of one block', async () => {
    node.responses.push({ json: [{ ...inflate(7), more: 'x'.repeat(31_000_000) }] })
    expect(await reader.getEventsByBlock(TYPE, 7, 7)).toMatchObject([{ height: 7 }])
    expect(node.requests).toHaveLength(1)
  })

  test('of one block are read transaction by transaction', async () => {
    const [own, other] = ['ab'.repeat(32), 'cd'.repeat(32)]
    const id = '7'.padStart(64, '0')
    const result = (blockId: string, events: object[]) => ({
      json: { block_id: blockId, status: 'Sealed', error_message: '', events },
    })
    node.respondTo = ({ path }) => {
      if (path.startsWith('/v1/events'))
        return { json: [{ ...block(7), more: 'x'.repeat(33_000_000) }] }
      if (path.startsWith('/v1/blocks')) {
        const header = {
          height: '7',
          id,
          parent_id: '6'.padStart(64, '0'),
          timestamp: '2026-02-12T04:38:06Z',
        }
        return { json: [{ header }] }
      }
      if (path.startsWith('/v1/transactions?')) return { json: [{ id: own }, { id: other }] }
      return path.endsWith(own)
        ? result(id, [created(0, 3), { ...created(0, 4), type: 'flow.AccountKeyAdded' }])
        : result('8'.padStart(64, '0'), [created(1, 0)])
    }
    expect(await reader.getEventsByBlock(TYPE, 7, 7)).toMatchObject([
      { height: 7, blockId: id, events: [{ txId: own, eventIndex: 3, height: 7 }] },
    ])
  })
})
