import { NodeInvalidResponseError } from '@app/flow/errors.ts'
import { describe, expect, it } from 'vitest'
import { mergeBlocks } from './merge-blocks.ts'

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
