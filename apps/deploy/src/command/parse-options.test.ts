import { expect, test } from 'vitest'
import { parseOptions } from './parse-options.ts'

test('a network is enough; it is asked before anything is sent', () => {
  expect(parseOptions(['--network', 'testnet'])).toEqual({
    network: 'testnet',
    accessNodeUrl: null,
    isDryRun: false,
    isConfirmed: false,
  })
})

test.each([
  [[], 'Say where to deploy: --network local or testnet.'],
  [['--network', 'moon'], "There is no network 'moon': say --network local or testnet."],
  [['--network', 'mainnet'], 'never to mainnet'],
  [['--key', 'abc'], "Unknown option '--key'"],
])('%j is refused with a sentence', (args, sentence) => {
  expect(() => parseOptions(args)).toThrow(sentence)
})

test('help needs no network', () => {
  expect(parseOptions(['--help'])).toBeNull()
})
