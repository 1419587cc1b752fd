import { expect, test } from 'vitest'
import { parseStartOptions } from './start-options.mjs'

test('without options the original local world starts on ports 3000 and 3001', () => {
  expect(parseStartOptions([])).toEqual({
    network: 'local',
    keep: false,
    fresh: false,
    port: 3000,
    apiPort: 3001,
    dev: false,
    help: false,
  })
})

test('network, ports, keep and dev are taken from the options', () => {
  const args = ['--network', 'testnet', '--port=4000', '--api-port', '4001', '--dev', '--keep']
  expect(parseStartOptions(args)).toEqual({
    network: 'testnet',
    keep: true,
    fresh: false,
    port: 4000,
    apiPort: 4001,
    dev: true,
    help: false,
  })
})

test.each([
  [['--network', 'mainnet'], '--network is mainnet: use local or '],
  [['--keep', '--fresh'], '--keep and --fresh exclude each other: use one of them.'],
  [['--port', 'x'], '--port is x: use a number from 0 to 65535.'],
  [['--port', '70000'], '--port is 70000: use a number from 0 to 65535.'],
  [['--port', '3001'], '--port and --api-port are both 3001: use two different ports.'],
  [['--nework'], "Unknown option '--nework': see npm start -- --help."],
  [['again'], 'see npm start -- --help.'],
])('throws a sentence for %j', (args, sentence) => {
  expect(() => parseStartOptions(args)).toThrow(sentence)
})
