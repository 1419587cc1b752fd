import { expect, test } from 'vitest'
import { parseStartOptions } from './start-options.mjs'

test('without options the local world starts on port 3000', () => {
  expect(parseStartOptions([])).toEqual({ network: 'local', port: 3000, dev: false, help: false })
})

test('network, port and dev are taken from the options', () => {
  expect(parseStartOptions(['--network', 'testnet', '--port=4000', '--dev', '--keep'])).toEqual({
    network: 'testnet',
    port: 4000,
    dev: true,
    help: false,
  })
})

test.each([
  [['--network', 'mainnet'], '--network is mainnet: give local or testnet.'],
  [['--port', 'x'], '--port is x: give a number from 0 to 65535.'],
  [['--port', '70000'], '--port is 70000: give a number from 0 to 65535.'],
  [['--nework'], "Unknown option '--nework': see npm start -- --help."],
  [['again'], 'see npm start -- --help.'],
])('%j is refused with a sentence', (args, sentence) => {
  expect(() => parseStartOptions(args)).toThrow(sentence)
})
