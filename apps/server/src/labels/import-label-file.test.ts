import childProcess from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startLoopbackServer } from '@app/flow/testing/loopback-server.ts'
import { toEvmAddress } from '@app/values/evm-address.ts'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openFileContext } from '../testing/create-test-context.ts'
import { clearChainTables } from '../testing/dump-sums.ts'
import { toTestAddress } from '../testing/ledger.ts'
import { importLabelFile } from './import-label-file.ts'

const context = await openFileContext()
beforeEach(() => clearChainTables(context.pool))

const COA = toEvmAddress(`${'0'.repeat(23)}2${'0'.repeat(15)}7`)
const KEY = toEvmAddress('ab'.repeat(20))

const DOCUMENT = join(import.meta.dirname, '../../../../docs/run/settings.md')
const [, SCRIPT = ''] = /```js\n([\s\S]*?)```/.exec(readFileSync(DOCUMENT, 'utf8')) ?? []
const execFile = promisify(childProcess.execFile)

const buildLine = (number: number, more: object = {}) =>
  JSON.stringify({
    address: toTestAddress(number),
    kind: 'scam',
    source: 'list',
    confidence: 0.8,
    reason: 'Phishing',
    ...more,
  })

async function writeLabelFile(...lines: string[]): Promise<string> {
  return await writeBytes(Buffer.from(lines.join('\n')))
}

async function writeBytes(content: Uint8Array): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'dharma-labels-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const file = join(directory, 'labels.jsonl')
  await writeFile(file, content)
  return file
}

const countEntries = async () =>
  (await context.db.selectFrom('label_entry').select('id').execute()).length

describe('loading a file of labels', () => {
  it('stores every label of it', async () => {
    expect(
      await importLabelFile(context, await writeLabelFile(buildLine(1), '', buildLine(2), '')),
    ).toBe(2)
    expect(await countEntries()).toBe(2)
  })

  it('takes lines that end with CR LF or CR, a last one without an end, and texts of any script', async () => {
    const texts = {
      reason: 'Vola fondi. Crypto-ladrón, 詐欺, نصب',
      source: 'Liste Nº 1',
      contact: 'https://a.example/x',
    }
    const file = await writeLabelFile(
      `${buildLine(1, texts)}\r`,
      `\r${buildLine(3, { reason: `Stole${'\n'.repeat(99)}all` })}`,
      buildLine(2, { contact: 'me [at] a [dot] org' }),
    )
    expect(await importLabelFile(context, file)).toBe(3)
    const rows = await context.db.selectFrom('label_entry').select('reason').execute()
    expect(rows).toContainEqual({ reason: `Stole${'\n'.repeat(10)}all` })
  })

  it('names addresses in the EVM, of other chains only those of keys', async () => {
    const file = await writeLabelFile(
      buildLine(1, { address: COA, chain: 646 }),
      buildLine(2, { address: KEY, chain: 1, isContract: false }),
      buildLine(3, { address: toEvmAddress('cd'.repeat(20)), chain: 1, isContract: true }),
    )
    expect(await importLabelFile(context, file)).toBe(2)
    const rows = await context.db.selectFrom('label_entry').select('address').execute()
    expect(rows.map(({ address }) => address).sort()).toEqual([COA, KEY])
  })

  it('takes the keys of a public list that the script of docs/run/settings.md writes', async () => {
    const [key, delegate, contract] = [
      KEY,
      toEvmAddress('cd'.repeat(20)),
      toEvmAddress('ef'.repeat(20)),
    ]
    const node = await startLoopbackServer()
    onTestFinished(() => node.stop())
    const codes = ['0x', `0xef0100${'1'.repeat(40)}`, '0x6080']
    node.responses.push(...codes.map((result) => ({ json: { result } })))
    const list = [key, delegate.toUpperCase(), contract, key, `0x${'0'.repeat(40)}`]
    const run = execFile(process.execPath, ['--input-type=module', '-e', SCRIPT, '-', 'Test'], {
      env: { ETHEREUM_NODE: node.url },
    })
    run.child.stdin?.end(JSON.stringify(list))
    const file = await writeLabelFile((await run).stdout)
    expect(await importLabelFile(context, file)).toBe(2)
    const rows = await context.db.selectFrom('label_entry').select('address').execute()
    expect(rows.map(({ address }) => address)).toEqual([key, delegate])
  })

  it('twice changes nothing the second time', async () => {
    const file = await writeLabelFile(buildLine(1), buildLine(2))
    await importLabelFile(context, file)
    await importLabelFile(context, file)
    const { seq } = await context.db
      .selectFrom('label_state')
      .select('seq')
      .executeTakeFirstOrThrow()
    expect(seq).toBe(2)
  })

  it.each([
    ['{"address": ', 'is not a JSON object'],
    ['null', 'is not a JSON object'],
    ['[]', 'is not a JSON object'],
    [`\ufeff${buildLine(3)}`, 'begins with a byte order mark: save the file as UTF-8 without one'],
    ['\ufeff', 'begins with a byte order mark'],
    [`${buildLine(3)}\0`, 'has a NUL (U+0000)'],
    [buildLine(3, { reason: 'a\ud800b' }), 'has \\ud800, a half of a character (a lone surrogate)'],
    [buildLine(3, { source: 'a\0' }), "'source' must not have hidden or control characters"],
    [buildLine(3, { reason: 'Stole \u202e001' }), "'reason' must not have hidden"],
    [buildLine(3, { source: '\u200flist' }), "'source' must not have hidden"],
    [buildLine(3, { contact: 'a\u2066b@c.example' }), "'contact' must not have hidden"],
    [buildLine(3, { reason: 'See flow-bonus.vip' }), "'reason' must not have links"],
    [buildLine(3, { source: 'https://lists.example' }), "'source' must not have links"],
    [buildLine(3, { reason: '\u3164 \u200b' }), "'reason' must "],
    [buildLine(3, { reason: 'x'.repeat(1001) }), "'reason' must be at most 1000 characters"],
    [buildLine(3, { source: 'x'.repeat(201) }), "'source' must be at most 200 characters"],
    [buildLine(3, { contact: 'x'.repeat(201) }), "'contact' must be at most 200 characters"],
    [
      buildLine(3, { address: '0x12' }),
      "'address' must be 0x followed by 16 hex characters, or by 40",
    ],
    [buildLine(3, { chain: 646 }), "'chain' must be absent for an account of Flow"],
    [buildLine(3, { address: KEY }), "'chain' must be the number of the chain"],
    [buildLine(3, { address: KEY, chain: 1 }), "'isContract' must be true or false"],
    [buildLine(3, { address: COA, chain: 1 }), "'chain' must be 646"],
    ...[0n, 1n, 9n, 0x100n, 3n << 64n, (1n << 64n) + 1n].map((number): [string, string] => [
      buildLine(3, { address: toEvmAddress(number.toString(16).padStart(40, '0')), chain: 646 }),
      "'address' must be of somebody",
    ]),
    [buildLine(3, { kind: 'spam' }), "'kind' must be scam or service"],
    [buildLine(3, { source: ' ' }), "'source' must be a text"],
    [buildLine(3, { confidence: 80 }), "'confidence' must be a number from 0 to 1"],
    [buildLine(3, { reason: 7 }), "'reason' must be a text"],
  ])('writes nothing when a line is %s, and names it', async (wrong, problem) => {
    const file = await writeLabelFile(buildLine(1), wrong, buildLine(2))
    await expect(importLabelFile(context, file)).rejects.toThrow(`line 2: ${problem}`)
    expect(await countEntries()).toBe(0)
  })

  it.each([
    ['UTF-16', Buffer.from(`\ufeff${buildLine(1)}\n${buildLine(2)}`, 'utf16le')],
    ['Latin-1', Buffer.from(buildLine(1, { reason: 'Betrüger' }), 'latin1')],
  ])('that is %s is refused as a whole', async (_, content) => {
    await expect(importLabelFile(context, await writeBytes(content))).rejects.toThrow(
      /line 1: is not UTF-8.*: save the file as UTF-8/,
    )
    expect(await countEntries()).toBe(0)
  })

  it('reports every invalid line', async () => {
    const file = await writeLabelFile('x', buildLine(1), 'y')
    await expect(importLabelFile(context, file)).rejects.toThrow(/line 1: .*\n.*line 3: /)
  })

  it('that is missing is reported', async () => {
    await expect(importLabelFile(context, '/nowhere/labels.jsonl')).rejects.toThrow(
      'The file of labels /nowhere/labels.jsonl cannot be read.',
    )
  })
})
