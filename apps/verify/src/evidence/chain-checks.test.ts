import { createNodeClient } from '@app/flow/http/node-client.ts'
import { createFlowReaderFromClient } from '@app/flow/read/create-flow-reader.ts'
import { createFakeClock } from '@app/flow/testing/fake-clock.ts'
import { type LoopbackResponse, startLoopbackServer } from '@app/flow/testing/loopback-server.ts'
import { toTestAddress } from '@app/server/testing/ledger.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { formatDifference } from '../check.ts'
import { readBlock } from '../read-block.ts'
import { findHoldingDifference, readHeldNfts } from './chain-checks.ts'

const ALICE = toTestAddress(1)
const PASS_COLLECTION = 'A.f8d6e0586b0a20c7.GardenPass.Collection'
const SELF_MINTED_COLLECTION = `A.${ALICE.slice(2)}.Art.Collection`

const HELD = [
  {
    collection: SELF_MINTED_COLLECTION,
    count: 9,
    isSelfMinted: true,
    firstDepositSeconds: 1_700_000_000,
  },
  { collection: PASS_COLLECTION, count: 2, isSelfMinted: false, firstDepositSeconds: null },
]

const formatFound = (counts: [string, number][]) => {
  const difference = findHoldingDifference(ALICE, HELD, new Map(counts))
  return difference === null ? null : formatDifference(difference)
}

it('finds no difference when the counts on the chain are equal, in any order', () => {
  const empty: [string, number] = ['A.0000000000000001.Empty.Collection', 0]
  expect(formatFound([[PASS_COLLECTION, 2], empty, [SELF_MINTED_COLLECTION, 9]])).toBeNull()
})

it('finds a wrong count, with its collection', () => {
  expect(
    formatFound([
      [SELF_MINTED_COLLECTION, 9],
      [PASS_COLLECTION, 1],
    ]),
  ).toBe('inputs.chain.holdings[1].count should be 1, but is 2.')
})

it('finds a collection that is not on the chain', () => {
  expect(formatFound([[SELF_MINTED_COLLECTION, 9]])).toContain(
    'inputs.chain.holdings[1] should be missing, but is {',
  )
})

it('finds a collection that is missing in the inputs', () => {
  expect(
    formatFound([
      [SELF_MINTED_COLLECTION, 9],
      [PASS_COLLECTION, 2],
      ['A.00000000000000ff.X.Collection', 1],
    ]),
  ).toContain('inputs.chain.holdings[2] should be {"collection":"A.00000000000000ff.X.Collection"')
})

it('finds a self-minted collection that is not marked as such', () => {
  const wrong = HELD.map((held) => ({ ...held, isSelfMinted: false }))
  const difference = findHoldingDifference(
    ALICE,
    wrong,
    new Map([
      [SELF_MINTED_COLLECTION, 9],
      [PASS_COLLECTION, 2],
    ]),
  )
  expect(difference?.path).toBe('inputs.chain.holdings[0].isSelfMinted')
})

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
