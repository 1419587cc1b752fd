import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildRequireMinSnippet } from './features/score/advice/advice-card.tsx'

test('the snippet passes the arguments that the contract declares, in their order', () => {
  const contract = readFileSync(
    new URL('../../../packages/contracts/contracts/DharmaScore.cdc', import.meta.url),
    'utf8',
  )
  const [, parameters = ''] = /fun requireMin\(([^)]*)\)/.exec(contract) ?? []
  const declared = parameters.split(', ').map((parameter) => parameter.split(':')[0])
  const snippet = buildRequireMinSnippet('local', '0x179b6b1cb6755e31')
  expect([...snippet.matchAll(/^ {8}(\w+):/gm)].map(([, name]) => name)).toEqual(declared)
  expect(contract).toContain('case pass')
})
