import { NodeInvalidResponseError } from '@app/flow/errors.ts'
import type { ChainEvent } from '@app/flow/read/chain.ts'
import { describe, expect, it } from 'vitest'
import { groupEvents, mergeBlocks } from './fetch-range.ts'

const buildEvent = (height: number, txId: string, eventIndex: number): ChainEvent => ({
  type: 'A.01.Some.Event',
  txId,
  height,
  blockId: `block-${height}`,
  blockTimeMs: 0,
  txIndex: 0,
  eventIndex,
  fields: {},
})

const listPositions = (events: ChainEvent[]) =>
  groupEvents(events).map((own) => own.map((each) => [each.height, each.txId, each.eventIndex]))

describe('the events of a range', () => {
  it('are grouped by transaction in execution order, each once, whatever the node returned', () => {
    const [second, other, first] = [
      buildEvent(1, 'a', 2),
      buildEvent(1, 'b', 0),
      buildEvent(1, 'a', 0),
    ]
    expect(listPositions([second, other, first, second])).toEqual([
      [
        [1, 'a', 0],
        [1, 'a', 2],
      ],
      [[1, 'b', 0]],
    ])
  })

  it('of system transactions with the same id in every block stay separate', () => {
    expect(listPositions([buildEvent(1, 'system', 0), buildEvent(2, 'system', 0)])).toEqual([
      [[1, 'system', 0]],
      [[2, 'system', 0]],
    ])
  })
})

const buildBlock = (height: number, blockId: string) => ({
  height,
  blockId,
  blockTimeMs: height * 1000,
})

describe('blocks of several responses', () => {
  it('are listed once each, lowest first', () => {
    const answers = [[buildBlock(2, 'b')], [buildBlock(1, 'a'), buildBlock(2, 'b')]]
    expect(mergeBlocks(answers)).toEqual([buildBlock(1, 'a'), buildBlock(2, 'b')])
  })

  it('are rejected when two responses have different blocks at a height', () => {
    expect(() => mergeBlocks([[buildBlock(2, 'b')], [buildBlock(2, 'x')]])).toThrow(
      NodeInvalidResponseError,
    )
  })
})
