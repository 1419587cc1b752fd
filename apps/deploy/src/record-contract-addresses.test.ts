import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordContractAddresses } from './record-contract-addresses.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flow-json-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

test('records addresses as testnet aliases, once, and leaves everything else unchanged', async () => {
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
