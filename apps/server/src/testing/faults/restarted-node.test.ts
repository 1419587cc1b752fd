import { FatalError } from '@app/values/errors.ts'
import { expect, inject, it, onTestFinished } from 'vitest'
import { readConfig } from '../../config.ts'
import { createContext } from '../../runtime/context.ts'
import { startServer } from '../../server.ts'
import { copyDatabase } from '../create-test-database.ts'
import { dumpSums } from '../dump-sums.ts'
import { toTestAddress } from '../ledger.ts'
import { buildSeededChain } from './seeded-chain/build-seeded-chain.ts'
import { startSeededNode } from './seeded-chain/seeded-node.ts'

const SENDER = { address: toTestAddress(7), privateKeyHex: '7'.repeat(64) }
const INDEXED = 40
const BLOCKS = 60
const TABLES = [
  ...['chain_transfer', 'chain_nft_move', 'chain_transaction', 'chain_cursor'],
  ...['chain_coa', 'chain_coa_act', 'chain_coa_move', 'chain_evm_transaction'],
]

/** Starts a node of the chain with this number. */
async function startNode(chain: number) {
  const seededChain = buildSeededChain(chain, BLOCKS)
  const node = await startSeededNode({ seededChain, sender: SENDER, keyCount: 1 })
  onTestFinished(() => node.stop())
  return node
}

async function openDatabase() {
  const { url: databaseUrl, drop } = await copyDatabase(inject('templateUrl'))
  const toConfig = (accessNodeUrl: string) => {
    const env = { FLOW_NETWORK: 'local', FLOW_ACCESS_NODE: accessNodeUrl, LOG_LEVEL: 'silent' }
    return { ...readConfig({ ...env, FLOW_START_HEIGHT: '0' }), databaseUrl }
  }
  const { pool } = createContext(toConfig('http://127.0.0.1:9'))
  onTestFinished(async () => {
    await pool.end()
    await drop()
  })
  const start = (node: { url: string }) =>
    startServer(toConfig(node.url), ['indexer', 'scorer'], { isManual: true })
  const dump = async () => ({ ...(await dumpSums(pool)), ...(await dumpSums(pool, TABLES)) })
  /** Starts a process, and returns why its indexer halts. */
  const findHalt = async (node: { url: string }) => {
    const server = await start(node)
    const problem: unknown = await server.drain().catch((error: unknown) => error)
    await server.stop()
    expect(problem).toBeInstanceOf(FatalError)
    return String(problem)
  }
  return { start, findHalt, dump }
}

it('a node that starts again at an earlier block halts the indexer, until it has the blocks again', async () => {
  const node = await startNode(1)
  const { start, findHalt, dump } = await openDatabase()
  node.setTip(INDEXED)
  const running = await start(node)
  await running.drain()
  const before = await dump()
  node.setTip(INDEXED - 10)
  await expect(running.drain()).rejects.toThrow(`The node is at height ${INDEXED - 10}, but blocks`)
  await running.stop()
  expect(await findHalt(node)).toContain('Start with an empty database, or with the chain that')
  expect(await dump()).toEqual(before)
  node.setTip(BLOCKS - 1)
  const again = await start(node)
  await again.drain()
  await again.stop()
  const undisturbed = await openDatabase()
  const other = await undisturbed.start(node)
  await other.drain()
  await other.stop()
  expect(await dump()).toEqual(await undisturbed.dump())
})

it.each([
  ['lower', INDEXED - 1, /^FatalError: The node is at height 39, but blocks up to 40 are indexed/],
  ['as high', INDEXED, /^FatalError: Block 40 is \w+, but \w+ was indexed/],
  ['higher', BLOCKS - 1, /^FatalError: Block 41 has the parent \w+, but the block indexed before/],
])(
  'another chain that is %s halts the indexer, and nothing of it is stored',
  async (_, tip, message) => {
    const node = await startNode(1)
    const { start, findHalt, dump } = await openDatabase()
    node.setTip(INDEXED)
    const server = await start(node)
    await server.drain()
    await server.stop()
    const before = await dump()
    const other = await startNode(2)
    other.setTip(tip)
    expect(await findHalt(other)).toMatch(message)
    expect(await dump()).toEqual(before)
  },
)
