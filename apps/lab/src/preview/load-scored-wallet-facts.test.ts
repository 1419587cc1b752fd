import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toCanonicalFacts } from '@app/score/canonical/evidence-hash.ts'
import { createEmptyFacts } from '@app/score/empty-facts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readScoredWalletFacts } from './load-scored-wallet-facts.ts'

const facts = createEmptyFacts()
const { chain, offchain } = toCanonicalFacts(facts)
const entry = { inputs: { chain: JSON.parse(chain), offchain: JSON.parse(offchain) } }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dharma-preview-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function writeEvidenceFile(text: string): Promise<string> {
  const path = join(folder, 'facts.json')
  await writeFile(path, text)
  return path
}

test.each([
  ['one export', JSON.stringify(entry, null, 2), 1],
  ['a response of the API', JSON.stringify({ data: [entry, entry] }), 2],
  ['one entry per line', `${JSON.stringify(entry)}\n${JSON.stringify(entry)}\n`, 2],
])('wallets are read from %s', async (_, text, count) => {
  const wallets = await readScoredWalletFacts(await writeEvidenceFile(text))
  expect(wallets).toEqual(Array.from({ length: count }, () => ({ address: facts.address, facts })))
})

test('throws on a line that is not JSON, with its number', async () => {
  const path = await writeEvidenceFile(`${JSON.stringify(entry)}\r\n\rbroken\n`)
  await expect(readScoredWalletFacts(path)).rejects.toThrow('line 3 is not JSON')
})

test('throws on inputs that this engine cannot read, with their location', async () => {
  const path = await writeEvidenceFile(JSON.stringify({ inputs: { chain: {}, offchain: {} } }))
  await expect(readScoredWalletFacts(path)).rejects.toThrow(/facts\.json\[0\]: inputs\.chain/)
})
