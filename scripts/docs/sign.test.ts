import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ConsentKind, getSequenceSeries } from '@app/contracts/consent-message.ts'
import { FLAG_REASON, OWNER_STATEMENT, PROPOSAL_REASON } from '@app/values/limits.ts'
import { expect, test } from 'vitest'
import { ROOT } from '../set-up/paths.mjs'

const readDocument = (name: string) => readFileSync(join(ROOT, 'docs/use', name), 'utf8')

const SIGN = readDocument('sign.md')

interface Vector {
  name: string
  request: { content: { kind: string } }
  text: string
}

const VECTORS: Vector[] = JSON.parse(readDocument('signing-vectors.json')).messages
const TEXTS = [...SIGN.matchAll(/^```text\n([\s\S]*?)\n```$/gm)].map(([, text]) => text)

test.each(TEXTS)('the document shows a text as its vector has it: %s', (text) => {
  expect(VECTORS.map((vector) => vector.text)).toContain(text)
})

test('each kind of text has a vector, and its lines are shown', () => {
  const [, table = ''] = SIGN.split('| kind | role | series | valid at most |')
  const rows = [...table.matchAll(/^\| `([\w ]+)` \| `(\w+)` \| (\w+)/gm)]
  const kinds = rows.map(([, kind]) => kind)
  expect([...new Set(VECTORS.map(({ request }) => request.content.kind))].sort()).toEqual(
    kinds.toSorted(),
  )
  for (const [, kind = '', role, series] of rows) {
    const texts = VECTORS.filter(({ request }) => request.content.kind === kind)
    for (const { text } of texts) expect(text).toMatch(new RegExp(`\n${role}: 0x.*\nSequence: `))
    expect(SIGN).toMatch(new RegExp(`^### .*\`${kind}\``, 'm'))
    const isStatement = kind === 'owner statement'
    expect(series).toBe(isStatement ? 'statements' : getSequenceSeries(kind as ConsentKind))
  }
})

test('the lengths are those of the schemas', () => {
  const range = ({ minimum, maximum }: typeof FLAG_REASON) =>
    `${minimum} to ${maximum.toLocaleString('en-US')}`
  for (const row of [
    `| \`reason\` of a proposal or an appeal | ${range(PROPOSAL_REASON)} |`,
    `| \`reason\` of a report | ${range(FLAG_REASON)} |`,
    `| \`text\` of an owner statement | ${range(OWNER_STATEMENT)} |`,
  ]) {
    expect(SIGN).toContain(row)
  }
})
