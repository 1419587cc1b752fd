import { expect, test } from 'vitest'
import { parseDeployOptions } from './parse-options.ts'

test('only the network is required; by default it asks before it sends', () => {
  expect(parseDeployOptions(['--network', 'testnet'])).toEqual({
    network: 'testnet',
    accessNodeUrl: null,
    isDryRun: false,
    isConfirmed: false,
  })
})

test.each([
  [[], 'Choose a network: --network local or '],
  [['--network', 'moon'], "Unknown network 'moon': choose --network local or "],
  [['--network', 'mainnet'], 'never to mainnet'],
  [['--key', 'abc'], "Unknown option '--key'"],
])('throws a sentence for %j', (args, sentence) => {
  expect(() => parseDeployOptions(args)).toThrow(sentence)
})

test('help needs no network', () => {
  expect(parseDeployOptions(['--help'])).toBeNull()
})
