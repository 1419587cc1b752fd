import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { askOnTerminal, parseDeployOptions, recordContractAddresses } from './command-line.ts'

const createTerminal = (typed: string) => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  stdin.write(typed)
  return { stdin, stdout: new PassThrough() }
}

test.each([
  ['y\n', true],
  ['YES \n', true],
  ['n\n', false],
  ['\n', false],
  ['yes please\n', false],
  ['\u0003', false],
  ['\u0004', false],
])('%j returns %s', async (typed, isConfirmed) => {
  expect(await askOnTerminal('Send?', createTerminal(typed))).toBe(isConfirmed)
})

test('throws without an interactive terminal', async () => {
  const terminal = { stdin: new PassThrough(), stdout: new PassThrough() }
  await expect(askOnTerminal('Send?', terminal)).rejects.toThrow('Nothing was sent: add --yes')
})

test('only the network is required; by default it asks before it sends', () => {
  const options = { network: 'testnet', 'dry-run': false, yes: false }
  expect(parseDeployOptions(['--network', 'testnet'])).toEqual(options)
  expect(parseDeployOptions(['--help'])).toBeNull()
})

test.each([
  [[], 'Choose a network: --network local or '],
  [['--network', 'moon'], "Unknown network 'moon': choose --network local or "],
  [['--network', 'mainnet'], 'never to mainnet'],
  [['--key', 'abc'], "Unknown option '--key'"],
])('throws a sentence for %j', (args, sentence) => {
  expect(() => parseDeployOptions(args)).toThrow(sentence)
})

test('records addresses as testnet aliases, once, and leaves everything else unchanged', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'flow-json-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'flow.json')
  const other = { source: './FCL.cdc', aliases: { emulator: 'f8d6e0586b0a20c7' } }
  const score = { source: './DharmaScore.cdc', aliases: { emulator: 'f8d6e0586b0a20c7' } }
  const networks = { testnet: 'access.devnet.nodes.onflow.org:9000' }
  await writeFile(file, JSON.stringify({ contracts: { FCL: other, DharmaScore: score }, networks }))
  const contractAddresses = { DharmaScore: '0x0123456789abcdef' }
  expect(await recordContractAddresses(file, contractAddresses)).toBe(true)
  const recorded = { ...score, aliases: { ...score.aliases, testnet: '0123456789abcdef' } }
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
    contracts: { FCL: other, DharmaScore: recorded },
    networks,
  })
  expect(await recordContractAddresses(file, contractAddresses)).toBe(false)
  expect(await readdir(folder)).toEqual(['flow.json'])
})
