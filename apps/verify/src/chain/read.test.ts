import { createNodeClient } from '@app/flow/http/node-client.ts'
import { createFlowReaderFromClient } from '@app/flow/read/create-flow-reader.ts'
import { createFakeClock } from '@app/flow/testing/fake-clock.ts'
import { type LoopbackResponse, startLoopbackServer } from '@app/flow/testing/loopback-server.ts'
import { toTestAddress } from '@app/server/testing/ledger.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readBlock } from './read-block.ts'
import { readHeldNfts } from './read-held-nfts.ts'

const NOT_FOUND: LoopbackResponse = { status: 404, json: { code: 404, message: 'not found' } }

async function createReaderWithResponses(...responses: LoopbackResponse[]) {
  const node = await startLoopbackServer()
  onTestFinished(() => node.stop())
  node.responses.push(...responses)
  return createFlowReaderFromClient(
    createNodeClient({ accessNodeUrl: node.url }, createFakeClock()),
  )
}

describe('a block that the node does not have', () => {
  const version: LoopbackResponse = {
    json: {
      semver: '1.0.0',
      spork_id: 'ab',
      spork_root_block_height: '0',
      node_root_block_height: '100',
    },
  }

  it('is null when the chain has no such block', async () => {
    expect(await readBlock(await createReaderWithResponses(NOT_FOUND, version), 200)).toBeNull()
  })

  it('throws when the node no longer has it', async () => {
    const flow = await createReaderWithResponses(NOT_FOUND, version)
    await expect(readBlock(flow, 50)).rejects.toThrow(
      'The node only has blocks from 100 on, but block 50 is needed',
    )
  })
})

describe('the NFTs of an account', () => {
  const toScriptResponse = (value: object): LoopbackResponse => ({
    json: Buffer.from(JSON.stringify(value)).toString('base64'),
  })
  const yes = toScriptResponse({ type: 'Bool', value: true })
  const page = toScriptResponse({
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
  const tip: LoopbackResponse = { json: [{ header }] }
  const query = { address: toTestAddress(1), network: 'local', height: 50 } as const
  const counts = new Map([['A.1.Pass.Collection', 2]])

  it('are counted at the requested height', async () => {
    expect(await readHeldNfts(await createReaderWithResponses(yes, page), query)).toEqual({
      counts,
      atHeight: 50,
    })
  })

  it('are counted at the latest height if the node has no older state, and that height is returned', async () => {
    expect(
      await readHeldNfts(await createReaderWithResponses(NOT_FOUND, tip, page), query),
    ).toEqual({
      counts,
      atHeight: 900,
    })
  })
})
