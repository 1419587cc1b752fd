import { expect, it } from 'vitest'
import { type GivenUrls, readWorldUrls, resolveApiUrl, resolveNodeUrl } from './connect-to-node.ts'

const WORLD = { api: 'http://localhost:3001', emulator: 'http://127.0.0.1:8888' }
const buildOptions = (more: Partial<GivenUrls> = {}): GivenUrls => ({
  api: null,
  node: null,
  ...more,
})

it('the API is that of the running world unless another one is set', () => {
  expect(resolveApiUrl(buildOptions(), WORLD)).toBe(WORLD.api)
  expect(resolveApiUrl(buildOptions(), null)).toBe('http://localhost:3001')
  expect(resolveApiUrl(buildOptions({ api: 'http://other:1' }), WORLD)).toBe('http://other:1')
})

it('the node is the given one, that of the world, or the public one of testnet', () => {
  expect(resolveNodeUrl(buildOptions({ node: 'http://named:1' }), 'local', WORLD)).toBe(
    'http://named:1',
  )
  expect(resolveNodeUrl(buildOptions(), 'local', WORLD)).toBe(WORLD.emulator)
  expect(resolveNodeUrl(buildOptions(), 'testnet', WORLD)).toBe('https://rest-testnet.onflow.org')
})

it('the node of another local network must be given', () => {
  const api = 'http://other:1'
  expect(() => resolveNodeUrl(buildOptions({ api }), 'local', WORLD)).toThrow('--node')
  expect(() => resolveNodeUrl(buildOptions(), 'local', null)).toThrow('--node')
})

it('returns null without a world file', async () => {
  expect(await readWorldUrls('/nowhere/world.json')).toBeNull()
})
