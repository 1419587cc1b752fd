import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type ConsentKind,
  getSequenceSeries,
  STATEMENT_VALIDITY_SECONDS,
} from '@app/contracts/consent-message.ts'
import { readContractSource } from '@app/contracts/contract-sources.ts'
import {
  FLAG_REASON,
  MAX_TEXT_BYTES,
  OWNER_STATEMENT,
  PROPOSAL_REASON,
} from '@app/values/limits.ts'
import { countCharacters } from '@app/values/plain-text.ts'
import { formatPeriod } from '@app/values/time.ts'
import { expect, test } from 'vitest'
import { ROOT } from '../set-up/paths.mjs'

const readText = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const readDocument = (name: string) => readText(`docs/use/${name}`)

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
  const rows = [...table.matchAll(/^\| `([\w ]+)` \| `(\w+)` \| (\w+).* \| ([\w ]+) \|$/gm)]
  const kinds = rows.map(([, kind]) => kind)
  expect([...new Set(VECTORS.map(({ request }) => request.content.kind))].sort()).toEqual(
    kinds.toSorted(),
  )
  for (const [, kind = '', role, series = '', validity] of rows) {
    const texts = VECTORS.filter(({ request }) => request.content.kind === kind)
    for (const { text } of texts) expect(text).toMatch(new RegExp(`\n${role}: 0x.*\nSequence: `))
    expect(SIGN).toMatch(new RegExp(`^### .*\`${kind}\``, 'm'))
    const isStatement = kind === 'owner statement'
    expect(series).toBe(isStatement ? 'statements' : getSequenceSeries(kind as ConsentKind))
    const seconds = isStatement ? STATEMENT_VALIDITY_SECONDS : readMaxValidity(series)
    expect([kind, validity]).toEqual([kind, formatPeriod(Number(seconds))])
  }
})

/** Reads how long a message of a series may be valid from the contract, in seconds. */
function readMaxValidity(series: string): string | undefined {
  const [, special, one, other] =
    /return series == Series\.(\w+) \? (\d+) : (\d+)/.exec(readContractSource('DharmaConsent')) ??
    []
  return series === special ? one : other
}

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

const GOVERNANCE = readContractSource('DharmaGovernance')

test('the lengths of the contract are those of the schemas and of the documents', () => {
  const [minimum, maximum] = ['minReason', 'maxReason'].map((name) =>
    Number(new RegExp(`fun ${name}\\(\\): Int \\{\\s+return (\\d+)`).exec(GOVERNANCE)?.[1]),
  )
  expect([minimum, maximum]).toEqual([PROPOSAL_REASON.minimum, MAX_TEXT_BYTES])
  const bytes = MAX_TEXT_BYTES.toLocaleString('en-US')
  expect(SIGN).toContain(`at most ${bytes} bytes of UTF-8`)
  expect(readText('docs/build/contracts.md')).toContain(
    `| \`reason\` of a proposal or an appeal | at most ${bytes}, with ${minimum} visible characters among its first 220 |`,
  )
  expect(readDocument('due-process.md')).toContain(
    `the owner can state up to ${OWNER_STATEMENT.maximum} characters`,
  )
})

test('the same characters are blank for the contract and for the API', () => {
  const conditions = /code (?:>= (\w+) && code <= (\w+)|== (\w+))/g
  const ranges = [...GOVERNANCE.matchAll(conditions)].map(
    ([, from, to, one]) => [Number(from ?? one), Number(to ?? one)] as const,
  )
  const isBlank = (code: number) =>
    code <= 0x20 || code === 0x7f || ranges.some(([from, to]) => code >= from && code <= to)
  const mayBeBlank = (code: number) =>
    [code - 1, code, code + 1].some(isBlank) ||
    /[\p{DI}\p{White_Space}\p{Cc}\p{Cf}]/v.test(String.fromCodePoint(code))
  const codes = Array.from({ length: 0x11_00_00 }, (_, code) => code).filter(mayBeBlank)
  expect(codes.length).toBeGreaterThan(4_000)
  for (const code of codes) {
    const isCounted = countCharacters(String.fromCodePoint(code)) > 0
    expect([code.toString(16), isBlank(code)]).toEqual([code.toString(16), !isCounted])
  }
})
