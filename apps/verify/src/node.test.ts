import { createNodeClient } from '@app/flow/http/node-client.ts'
import { createFlowReaderFromClient } from '@app/flow/read/create-flow-reader.ts'
import { createFakeClock } from '@app/flow/testing/fake-clock.ts'
import { startLoopbackServer } from '@app/flow/testing/loopback-server.ts'
import { expect, it, onTestFinished } from 'vitest'
import { readBlock, resolveApiUrl, resolveNodeUrl } from './node.ts'

const WORLD = { api: 'http://localhost:3001', emulator: 'http://127.0.0.1:8888' }
const NONE = { api: null, node: null }
const OTHER = { ...NONE, api: 'http://other:1' }

it('the node is the given one, that of the world, or the public one of testnet', () => {
  expect(resolveNodeUrl({ ...NONE, node: 'http://named:1' }, 'local', WORLD)).toBe('http://named:1')
  expect(resolveNodeUrl(NONE, 'local', WORLD)).toBe(WORLD.emulator)
  expect(resolveNodeUrl(NONE, 'testnet', WORLD)).toBe('https://rest-testnet.onflow.org')
})

it('the node of another local network must be given, where the API is not that of the world', () => {
  expect(resolveApiUrl(NONE, WORLD)).toBe(WORLD.api)
  expect(resolveApiUrl(OTHER, WORLD)).toBe('http://other:1')
  expect(() => resolveNodeUrl(OTHER, 'local', WORLD)).toThrow('--node')
  expect(() => resolveNodeUrl(NONE, 'local', null)).toThrow('--node')
})

it('a block that the chain does not have is null; one that the node no longer has is an error', async () => {
  const node = await startLoopbackServer()
  onTestFinished(() => node.stop())
  const notFound = { status: 404, json: { code: 404, message: 'not found' } }
  const roots = { spork_root_block_height: '0', node_root_block_height: '100' }
  const version = { json: { semver: '1.0.0', spork_id: 'ab', ...roots } }
  node.responses.push(notFound, version, notFound, version)
  const client = createNodeClient({ accessNodeUrl: node.url }, createFakeClock())
  const flow = createFlowReaderFromClient(client)
  expect(await readBlock(flow, 200)).toBeNull()
  await expect(readBlock(flow, 50)).rejects.toThrow(
    'The node only has blocks from 100 on, but block 50 is needed',
  )
})
