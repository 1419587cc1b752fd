import { findRecordedTransaction } from '@app/flow/testing/recorded/recorded-chain.ts'
import { type RecordedNode, startRecordedNode } from '@app/flow/testing/start-recorded-node.ts'
import { toAccountIndex } from '@app/values/account-index.ts'
import { toAddress } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import { buildFlowVaultTypeId } from '@app/values/token-type.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Context } from '../runtime/context.ts'
import { runUntilIdle } from '../runtime/stage.ts'
import { createTestContext, openTestContext } from '../testing/create-test-context.ts'
import { createIndexerStages } from './create-indexer-stages.ts'
import { createBackfillStage } from './stages/create-downward-stages.ts'
import { readCursors } from './stages/cursors.ts'

const FLOW = buildFlowVaultTypeId('testnet')

const runIndexer = (context: Context) =>
  runUntilIdle(createIndexerStages(context).map(({ stage }) => stage))

describe('the recorded transactions of public nodes', () => {
  let node: RecordedNode
  let context: Context
  let finish: () => Promise<void>

  beforeAll(async () => {
    node = await startRecordedNode()
    const { url: accessNodeUrl, rootHeight: startHeight } = node
    ;({ context, finish } = await openTestContext({
      ...{ network: 'testnet', accessNodeUrl, startHeight },
    }))
    await runIndexer(context)
  })
  afterAll(async () => {
    await finish()
    await node.stop()
  })

  /** Returns every transfer of a transaction as text, in the order of its events. */
  const listTransfers = async (name: string): Promise<string[]> => {
    const { rows } = await context.pool.query<{ line: string }>(
      `select concat_ws(' ', event_index, side, address, coalesce(counterparty, 'nobody'), units,
         case when token = $2 then 'FLOW' else split_part(token, '.', 3) end) as line
       from chain_transfer where tx_id = $1 order by event_index, split_index, side desc`,
      [findRecordedTransaction(name).id, FLOW],
    )
    return rows.map(({ line }) => line)
  }

  const listParties = async (name: string) => {
    const { rows } = await context.pool.query(
      `select address, is_proposer, is_payer, is_authorizer from chain_transaction
       where tx_id = $1 order by address`,
      [findRecordedTransaction(name).id],
    )
    return rows
  }

  it.each([
    [
      'go from account to account through a vault that no account holds',
      'pairCreation',
      [
        '3 out 0x332ffc0ae9bba9c1 0x6ca93d49c45a249f 100000 FLOW',
        '3 in 0x6ca93d49c45a249f 0x332ffc0ae9bba9c1 100000 FLOW',
        '16 out 0x6ca93d49c45a249f 0xdba587c9155372d6 100000 FLOW',
        '16 in 0xdba587c9155372d6 0x6ca93d49c45a249f 100000 FLOW',
      ],
    ],
    [
      'divide a withdrawal among several deposits, and leave out what returns and the fees',
      'lostAndFound',
      [
        '0 out 0xe7aded0979f825d0 nobody 100000 EVMVMBridgedToken_2aabea2058b5ac2d339b163c6ab6f2b6d53aabed',
        '6 out 0xe7aded0979f825d0 0x473d6a2c37eab5be 201 FLOW',
        '6 in 0x473d6a2c37eab5be 0xe7aded0979f825d0 201 FLOW',
        '11 out 0xe7aded0979f825d0 0x473d6a2c37eab5be 1233 FLOW',
        '11 in 0x473d6a2c37eab5be 0xe7aded0979f825d0 1233 FLOW',
      ],
    ],
    [
      'stake with a deposit of which FlowToken says nothing',
      'staking',
      [
        '3 out 0x43b5b87eac607406 0x8624b52f9ddcd04a 1698900000000 FLOW',
        '3 in 0x8624b52f9ddcd04a 0x43b5b87eac607406 1698900000000 FLOW',
      ],
    ],
    ['mint from nobody', 'mint', ['1 in 0x0e99257ac030d6d3 nobody 100000000 JOSHIN']],
    ['move nothing where they failed', 'failedGatewayCall', []],
    ['move nothing where their preparation failed', 'failedPreparation', []],
    ['pay nobody with the gas of the EVM', 'gatewayRun', []],
  ])('%s', async (_, name, transfers) => {
    expect(await listTransfers(name)).toEqual(transfers)
    expect((await listParties(name)).length > 0).toBe(transfers.length > 0)
  })

  it('have no transfer for a purchase that the merchant pays to itself, but the move of the NFT', async () => {
    expect(await listTransfers('purchase')).toEqual([])
    const { rows } = await context.pool.query(
      `select side, address, counterparty, nft_id from chain_nft_move where tx_id = $1
       order by side`,
      [findRecordedTransaction('purchase').id],
    )
    const [giver, taker] = ['0x909a0fd879c9891e', '0xe4cf4bdc1751c65d']
    expect(rows).toEqual([
      { side: 'in', address: taker, counterparty: giver, nft_id: 9942240n },
      { side: 'out', address: giver, counterparty: taker, nft_id: 9942240n },
    ])
  })

  it('count for a payer who neither proposes nor authorizes as sponsored', async () => {
    const payer = '0x319e67f2ef9d937f'
    expect(await listParties('sponsoredPayment')).toEqual([
      { address: payer, is_proposer: false, is_payer: true, is_authorizer: false },
      {
        address: '0x84221fe0294044d7',
        is_proposer: true,
        is_payer: false,
        is_authorizer: true,
      },
    ])
    const { rows } = await context.pool.query(
      'select proposed, sponsored from chain_account_activity where address = $1',
      [payer],
    )
    expect(rows).toEqual([{ proposed: 0, sponsored: 2 }])
    expect(await listTransfers('sponsoredPayment')).toEqual([
      '3 out 0x84221fe0294044d7 0xd5b665244079d3bf 100000000 FLOW',
      '3 in 0xd5b665244079d3bf 0x84221fe0294044d7 100000000 FLOW',
    ])
  })

  it('create an account with its keys and its contract', async () => {
    const address = toAddress('0xdba587c9155372d6')
    const { rows } = await context.pool.query(
      'select kind, detail from chain_account_event where address = $1 order by event_index',
      [address],
    )
    expect(rows).toEqual([
      { kind: 'account_created', detail: null },
      { kind: 'key_initial', detail: '0' },
      { kind: 'contract_added', detail: 'SwapPair' },
    ])
    const { rows: accounts } = await context.pool.query(
      'select address, creation_index from chain_account',
    )
    const creationIndex = toAccountIndex(address, 'testnet')
    expect(creationIndex).toBeGreaterThan(0)
    expect(accounts).toEqual([{ address, creation_index: creationIndex }])
  })
})

describe('a node that begins with its spork', () => {
  const open = async (startHeight: number | 'recent') => {
    const node = await startRecordedNode()
    onTestFinished(() => node.stop())
    const context = await createTestContext({
      network: 'testnet',
      accessNodeUrl: node.url,
      startHeight,
    })
    return { node, context }
  }

  const startAt = (context: Context, startHeight: number | 'recent'): Context => ({
    ...context,
    config: { ...context.config, flow: { ...context.config.flow, startHeight } },
  })

  it('stops an indexer that starts below, which says which height is the first, and goes on from there', async () => {
    const { node, context } = await open(280_224_020)
    const problem = await runIndexer(context).catch((error: unknown) => error)
    expect(problem).toBeInstanceOf(FatalError)
    expect(String(problem)).toBe(
      "FatalError: FLOW_START_HEIGHT is 280224020, but the node's first block is 305778201: a node has the blocks of its spork only. Set FLOW_START_HEIGHT to 305778201 or higher, or to recent; or name a node that has older blocks in FLOW_ACCESS_NODE.",
    )
    expect(await readCursors(context.db)).toEqual({ live: null, backfill: null })
    await runIndexer(startAt(context, node.rootHeight))
    expect(await readCursors(context.db)).toMatchObject({
      live: { from_height: node.rootHeight, to_height: node.tipHeight },
    })
  })

  it('stops an indexer whose next block it does not have, which names both', async () => {
    const { node, context } = await open(290_000_000)
    const nextHeight = node.rootHeight + 100
    await context.pool.query(
      `insert into chain_cursor (direction, from_height, to_height, block_ms, node_height)
       values ('live', $1, $2, 0, $2)`,
      [node.rootHeight, nextHeight - 1],
    )
    node.setRootHeight(nextHeight + 1)
    await expect(runIndexer(context)).rejects.toThrow(
      `The next block to index is ${nextHeight}, but the node keeps blocks from ${nextHeight + 1} on only`,
    )
  })

  it('ends the back-fill at its first block, also when that is another one after a spork', async () => {
    const { node, context } = await open('recent')
    await runIndexer(context)
    const backfill = createBackfillStage(context)
    expect(await backfill.step()).toBe('idle')
    const [firstHeight, liveHeight] = [node.rootHeight + 100, node.rootHeight + 290]
    const { parentId } = await context.flow.getBlockAtHeight(liveHeight)
    await context.pool.query('update chain_cursor set from_height = $1, parent_id = $2', [
      liveHeight,
      parentId,
    ])
    node.setRootHeight(firstHeight)
    await runUntilIdle([backfill])
    expect(await readCursors(context.db)).toMatchObject({
      backfill: { from_height: firstHeight, to_height: liveHeight - 1 },
    })
  })
})
