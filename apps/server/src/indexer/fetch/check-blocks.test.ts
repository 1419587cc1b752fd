import { NodeAnswerError } from '@app/flow/errors.ts'
import { describe, expect, it } from 'vitest'
import { agreedBlocks } from './check-blocks.ts'

const block = (height: number, blockId: string) => ({ height, blockId, blockTimeMs: height * 1000 })

describe('blocks of several answers', () => {
  it('are listed once each, lowest first', () => {
    const answers = [[block(2, 'b')], [block(1, 'a'), block(2, 'b')]]
    expect(agreedBlocks(answers)).toEqual([block(1, 'a'), block(2, 'b')])
  })

  it('are refused when two answers give another block for one height', () => {
    expect(() => agreedBlocks([[block(2, 'b')], [block(2, 'x')]])).toThrow(NodeAnswerError)
  })
})
