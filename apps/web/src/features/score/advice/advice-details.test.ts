import { readFileSync } from 'node:fs'
import { getExample } from '@app/api/openapi/get-example.ts'
import { getOnchainScore } from '@app/api/routes/score.ts'
import { expect, test } from 'vitest'
import { buildRequireMinSnippet, predictVerdict } from './advice-details.tsx'

const ADDRESS = '0x179b6b1cb6755e31'

test('the snippet names the wallet, the contract and the arguments that it declares, in their order', () => {
  const path = '../../../../../../packages/contracts/contracts/DharmaScore.cdc'
  const contract = readFileSync(new URL(path, import.meta.url), 'utf8')
  const [, parameters = ''] = /fun requireMin\(([^)]*)\)/.exec(contract) ?? []
  const declared = parameters.split(', ').map((parameter) => parameter.split(':')[0])
  const snippet = buildRequireMinSnippet('local', ADDRESS)
  expect([...snippet.matchAll(/^ {8}(\w+):/gm)].map(([, name]) => name)).toEqual(declared)
  expect(contract).toContain('case pass')
  expect(snippet).toMatch(/^import DharmaScore from 0x[0-9a-f]{16}\n/)
  expect(snippet).toContain(`address: ${ADDRESS},`)
  expect(buildRequireMinSnippet('testnet', ADDRESS)).toMatch(/^import "?DharmaScore/)
})

const published = { ...getExample(getOnchainScore), publishedAt: '2026-03-01T00:00:00.000Z' }
const DAY_MS = 86_400_000
const publishedMs = Date.parse(published.publishedAt)

test.each([
  [null, 0, /^unknown/],
  [{ ...published, score: 45 }, 30 * DAY_MS, /^pass/],
  [{ ...published, score: 44.9 }, DAY_MS, /^fail/],
  [{ ...published, score: 90 }, 30 * DAY_MS + 1, /^stale/],
] as const)('the answer to %j after %d ms is %s', (record, ageMs, pattern) => {
  expect(predictVerdict(record, publishedMs + ageMs)).toMatch(pattern)
})
