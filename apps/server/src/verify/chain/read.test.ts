import { createNodeClient } from '@app/flow/http/node-client.ts'
import { flowReaderOf } from '@app/flow/read/create-flow-reader.ts'
import { type LoopbackAnswer, startLoopbackNode } from '@app/flow/testing/loopback-node.ts'
import { recordedPace } from '@app/flow/testing/recorded-pace.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { person } from '../../testing/ledger.ts'
import { readBlock } from './read-block.ts'
import { readHeld } from './read-held.ts'

const NOT_FOUND: LoopbackAnswer = { status: 404, json: { code: 404, message: 'not found' } }

async function nodeThatAnswers(...answers: LoopbackAnswer[]) {
  const node = await startLoopbackNode()
  onTestFinished(() => node.stop())
  node.answers.push(...answers)
  return flowReaderOf(createNodeClient({ accessNodeUrl: node.url }, recordedPace()))
}

describe('a block that the node does not have', () => {
  const version: LoopbackAnswer = {
    json: {
      semver: '1.0.0',
      spork_id: 'ab',
      spork_root_block_height: '0',
      node_root_block_height: '100',
    },
  }

  it('and that is not there at all is none', async () => {
    expect(await readBlock(await nodeThatAnswers(NOT_FOUND, version), 200)).toBeNull()
  })

  it('any more must be asked of another node', async () => {
    const flow = await nodeThatAnswers(NOT_FOUND, version)
    await expect(readBlock(flow, 50)).rejects.toThrow(
      'The node keeps blocks from 100 on only, and block 50 is needed',
    )
  })
})

describe('the NFTs of an account', () => {
  const inBase64 = (value: object): LoopbackAnswer => ({
    json: Buffer.from(JSON.stringify(value)).toString('base64'),
  })
  const yes = inBase64({ type: 'Bool', value: true })
  const page = inBase64({
    type: 'Struct',
    value: {
      id: 's.1.Page',
      fields: [
        { name: 'total', value: { type: 'Int', value: '1' } },
        {
          name: 'counts',
          value: {
            type: 'Dictionary',
            value: [
              {
                key: { type: 'String', value: 'A.1.Pass.Collection' },
                value: { type: 'Int', value: '2' },
              },
            ],
          },
        },
      ],
    },
  })
  const header = { height: '900', id: 'b', parent_id: 'a', timestamp: '2026-03-01T12:00:00Z' }
  const tip: LoopbackAnswer = { json: [{ header }] }
  const question = { address: person(1), network: 'local', height: 50 } as const
  const counts = new Map([['A.1.Pass.Collection', 2]])

  it('are counted at the height asked for', async () => {
    expect(await readHeld(await nodeThatAnswers(yes, page), question)).toEqual({
      counts,
      atHeight: 50,
    })
  })

  it('are counted at the tip where the node keeps no older state, and that is told', async () => {
    expect(await readHeld(await nodeThatAnswers(NOT_FOUND, tip, page), question)).toEqual({
      counts,
      atHeight: 900,
    })
  })
})
