import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadSettings } from './settings.ts'

const ADDRESS = '0x0123456789abcdef'
const KEY = '7'.repeat(64)
const testnetContext = {
  network: 'testnet',
  stateDir: '/state',
  recordedAddress: undefined,
} as const

const folder = await mkdtemp(join(tmpdir(), 'settings-'))
afterAll(() => rm(folder, { recursive: true }))

async function writeKeyFile(name: string, mode: number): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, `${KEY}\n`, { mode })
  return file
}

test('reads keys from files that only their owner can read, separated by commas', async () => {
  const files = [await writeKeyFile('a', 0o600), await writeKeyFile('b', 0o400)]
  const env = { DHARMA_CONTRACTS_ADDRESS: ADDRESS, DHARMA_CONTRACTS_KEY_FILE: files.join(', ') }
  expect(loadSettings(env, testnetContext)).toEqual({
    contracts: {
      address: ADDRESS,
      privateKeysHex: [KEY, KEY],
      source: 'DHARMA_CONTRACTS_KEY_FILE',
    },
    dao: {
      address: null,
      publicKeysHex: null,
      keyFiles: [1, 2, 3].map((number) => `/state/keys/testnet/dao-${number}.key`),
    },
    appointed: [],
    fundUnits: 0n,
  })
})

test('removes private keys from the environment, and no error contains one', () => {
  const env = { DHARMA_CONTRACTS_ADDRESS: ADDRESS, DHARMA_CONTRACTS_KEY: `${KEY}77` }
  expect(() => loadSettings(env, testnetContext)).toThrow(
    /^DHARMA_CONTRACTS_KEY is not a private key/,
  )
  expect(env).toEqual({ DHARMA_CONTRACTS_ADDRESS: ADDRESS })
})

test('an emulator needs no settings; on testnet the error names the missing variable', () => {
  const local = { network: 'local', stateDir: '/state', recordedAddress: undefined } as const
  expect(loadSettings({}, local).contracts.address).toBe('0xf8d6e0586b0a20c7')
  expect(() => loadSettings({}, testnetContext)).toThrow(
    'Set DHARMA_CONTRACTS_ADDRESS to an address',
  )
  const env = { DHARMA_CONTRACTS_ADDRESS: ADDRESS }
  expect(() => loadSettings(env, testnetContext)).toThrow(
    'Set DHARMA_CONTRACTS_KEY_FILE to a file of mode 600',
  )
})

test('the recorded address is the default, and another address throws', () => {
  const context = { ...testnetContext, recordedAddress: ADDRESS }
  expect(loadSettings({ DHARMA_CONTRACTS_KEY: KEY }, context).contracts.address).toBe(ADDRESS)
  const env = { DHARMA_CONTRACTS_ADDRESS: '0xfedcba9876543210', DHARMA_CONTRACTS_KEY: KEY }
  expect(() => loadSettings(env, context)).toThrow(`flow.json has the contracts in ${ADDRESS}`)
})

test('a second publisher has an account and a key of its own', () => {
  const env = {
    DHARMA_CONTRACTS_ADDRESS: ADDRESS,
    DHARMA_CONTRACTS_KEY: KEY,
    DHARMA_AGENT_ADDRESS: '0x0000000000000001',
    DHARMA_AGENT_KEY: '1'.repeat(64),
    DHARMA_SECOND_PUBLISHER_ADDRESS: '0x0000000000000002',
    DHARMA_SECOND_PUBLISHER_KEY: '2'.repeat(64),
  }
  const [agent, second] = loadSettings({ ...env }, testnetContext).appointed
  expect(agent).toMatchObject({
    powers: ['publish', 'flag', 'watch'],
    privateKeyHex: '1'.repeat(64),
  })
  expect(second).toMatchObject({ address: '0x0000000000000002', powers: ['publish'] })
  expect(second?.privateKeyHex).toBe('2'.repeat(64))
  const sameKey = { ...env, DHARMA_SECOND_PUBLISHER_KEY: env.DHARMA_AGENT_KEY }
  expect(() => loadSettings(sameKey, testnetContext)).toThrow('are stolen together')
  const sameAccount = { ...env, DHARMA_SECOND_PUBLISHER_ADDRESS: env.DHARMA_AGENT_ADDRESS }
  expect(() => loadSettings(sameAccount, testnetContext)).toThrow('are stolen together')
})

test('public keys of the DAO may have the prefixes that other tools write', () => {
  const key = 'AB'.repeat(64)
  const DHARMA_DAO_PUBLIC_KEYS = `0x${key},04${key}, ${key}`
  const env = {
    DHARMA_CONTRACTS_ADDRESS: ADDRESS,
    DHARMA_CONTRACTS_KEY: KEY,
    DHARMA_DAO_PUBLIC_KEYS,
  }
  expect(loadSettings(env, testnetContext).dao.publicKeysHex).toEqual(
    Array(3).fill(key.toLowerCase()),
  )
  const wrong = { ...env, DHARMA_CONTRACTS_KEY: KEY, DHARMA_DAO_PUBLIC_KEYS: 'abc' }
  expect(() => loadSettings(wrong, testnetContext)).toThrow('public keys of 128 hex digits')
})
