import { expect, it } from 'vitest'
import type { VerifyOptions } from './options.ts'
import { apiOf, nodeOf, readWorldPlaces } from './places.ts'

const WORLD = { api: 'http://localhost:3001', emulator: 'http://127.0.0.1:8888' }
const options = (more: Partial<VerifyOptions> = {}): VerifyOptions => ({
  subject: null,
  api: null,
  node: null,
  isFull: false,
  ...more,
})

it('the running world is asked unless another API is named', () => {
  expect(apiOf(options(), WORLD)).toBe(WORLD.api)
  expect(apiOf(options(), null)).toBe('http://localhost:3001')
  expect(apiOf(options({ api: 'http://other:1' }), WORLD)).toBe('http://other:1')
})

it('the node is the one named, the world’s own, or the public one of testnet', () => {
  expect(nodeOf(options({ node: 'http://named:1' }), 'local', WORLD)).toBe('http://named:1')
  expect(nodeOf(options(), 'local', WORLD)).toBe(WORLD.emulator)
  expect(nodeOf(options(), 'testnet', WORLD)).toBe('https://rest-testnet.onflow.org')
})

it('the node of somebody else’s local network must be named', () => {
  const api = 'http://other:1'
  expect(() => nodeOf(options({ api }), 'local', WORLD)).toThrow('--node')
  expect(() => nodeOf(options(), 'local', null)).toThrow('--node')
})

it('without a world file no world runs', async () => {
  expect(await readWorldPlaces('/nowhere/world.json')).toBeNull()
})
