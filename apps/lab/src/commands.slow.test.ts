import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toCanonicalFacts } from '@app/score/canonical/evidence-hash.ts'
import { createEmptyFacts } from '@app/score/empty-facts.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lab-'))
})
afterEach(() => rm(folder, { recursive: true }))

const toPath = (command: string) => join(import.meta.dirname, `${command}.ts`)

function run(command: string, ...args: string[]) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [toPath(command), ...args], (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
    })
  })
}

/**
 * Builds lines of wallets that receive from few senders over a long time, and of wallets that
 * immediately forward what many sent.
 */
function buildLines(count: number): string {
  const wallets = Array.from({ length: count }, (_, i) => {
    const illicit = i % 2
    const senders = illicit === 1 ? 9 + (i % 5) : 1 + (i % 3)
    const transfers = Array.from({ length: 12 }, (_, k) => [
      [k * (illicit === 1 ? 9_000 : 400_000), `s${k % senders}`, `w${i}`, 5 + ((i + k) % 7)],
      [k * (illicit === 1 ? 9_000 : 400_000) + 600, `w${i}`, 'r', illicit === 1 ? 5 : 1],
    ]).flat()
    return { address: `w${i}`, label: illicit === 1 ? 'phishing' : 'normal', illicit, transfers }
  })
  return wallets.map((wallet) => JSON.stringify(wallet)).join('\n')
}

async function writeTestFile(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

describe('backtest', () => {
  test('prints figures of each label as JSON, with a known list or without one', async () => {
    const path = await writeTestFile('set.jsonl', buildLines(40))
    const readSet = async (...options: string[]) =>
      JSON.parse((await run('backtest', path, '--json', ...options)).stdout).sets[0]
    const set = await readSet('--list-off')
    expect(set).toMatchObject({ file: path, label: 'phishing', normal: 20, illicit: 20 })
    expect(set.auc).toBeGreaterThan(0.9)
    expect(set.factors).toMatchObject({ knownScamInteract: 0.5, communitySignals: 0.5 })
    expect((await readSet()).confidence[0].from).toBeGreaterThan(set.confidence[0].from)
  })

  test('with --check prints a text and fails with every missed threshold and its figure', async () => {
    const swapped = buildLines(40).replaceAll(/"illicit":[01]/g, (was) =>
      was.endsWith('0') ? '"illicit":1' : '"illicit":0',
    )
    const path = await writeTestFile('set.jsonl', swapped)
    const { code, stdout, stderr } = await run('backtest', path, '--check')
    expect(code).toBe(1)
    expect(stdout).toMatch(/set\.jsonl: normal\n {2}wallets +20 illicit, 20 normal\n {2}AUC/)
    expect(stdout).toMatch(/Accusations by behaviour alone.*\n {2}broad, illicit, each alone:/)
    expect(stdout.match(/^ {2}(met|missed) /gm)).toHaveLength(20)
    expect(stderr).toContain(
      `missed normal below 45, list known, normal of ${path}: 1.0000, at most`,
    )
    expect(stderr).not.toMatch(/^met /m)
  })

  test('fails with the bad line and prints no figures when one file is bad', async () => {
    const good = await writeTestFile('good.jsonl', buildLines(4))
    const bad = await writeTestFile('bad.jsonl', `${buildLines(2)}\n{"address":`)
    const { code, stdout, stderr } = await run('backtest', good, bad, '--json')
    expect([code, stdout, stderr]).toEqual([1, '', `${bad}, line 3: this is not JSON\n`])
  })
})

describe('fit', () => {
  const fit = (out = folder) => run('fit', '--data', folder, '--out', out)

  test('writes tables and their figures, the same each time, and leaves no draft', async () => {
    await writeTestFile('made.jsonl', buildLines(60))
    const names = ['conformal-tables', 'fitted-tables', 'ordinary-inputs'].map(
      (name) => `${name}.generated.ts`,
    )
    const readTables = async () => {
      expect(await fit()).toMatchObject({ code: 0, stderr: '' })
      return await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    }
    const tables = await readTables()
    const text = tables.join('\n')
    expect(text).toContain("set: 'made'")
    expect(text).toContain("code: 'span_days',")
    expect(text).toContain('CONFORMAL_TABLES: readonly ConformalTable[] = []')
    expect(text).toContain(
      'senders: { lowerQuartile: 1, median: 2, upperQuartile: 3, wallets: 30 }',
    )
    expect(text).toContain('creationRank: null,\n')
    expect(await readTables()).toEqual(tables)
    expect((await readdir(folder)).toSorted()).toEqual([...names, 'made.jsonl'].toSorted())
  })

  test.each([
    ['a bad line', '[]\n', 'line 1: the wallet must be object'],
    ['no data', null, 'No .jsonl or .jsonl.gz file in '],
    [
      'wallets that are all normal',
      buildLines(40).replaceAll('"illicit":1', '"illicit":0'),
      'has 0 illicit and 40 normal wallets',
    ],
  ])('of %s fails and writes nothing', async (_, text, sentence) => {
    if (text !== null) await writeTestFile('made.jsonl', text)
    const { code, stderr } = await fit()
    expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)])
    expect(await readdir(folder)).toEqual(text === null ? [] : ['made.jsonl'])
  })

  test('fails with the path that it cannot write', async () => {
    await writeTestFile('made.jsonl', buildLines(60))
    const { stderr } = await fit(join(folder, 'none'))
    expect(stderr).toMatch(/fitted-tables\.generated\.ts cannot be written: ENOENT.*\n$/)
  })
})

describe.skipIf(!existsSync(join(import.meta.dirname, '../../../.git')))('preview', () => {
  async function preview(...options: string[]) {
    const { chain, offchain } = toCanonicalFacts(createEmptyFacts())
    const inputs = { chain: JSON.parse(chain), offchain: JSON.parse(offchain) }
    const facts = await writeTestFile('facts.json', JSON.stringify({ inputs }))
    return await run('preview', '--facts', facts, ...options)
  }

  test('judges by the engine of a commit, and prints the change of accuracy', async () => {
    await writeTestFile('made.jsonl', buildLines(20))
    const versions = ['--from', 'HEAD', '--to', 'HEAD', '--data', folder]
    const { code, stdout, stderr } = await preview(...versions)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('0 of 1 known wallets change their level.')
    expect(stdout).toMatch(/made, phishing +AUC [\d.]+ → [\d.]+ \(\+0\.0000\)/)
  })

  test('with --mute compares the working tree with itself without the points of a reason', async () => {
    const { stdout } = await preview('--mute', 'passes_on')
    expect(stdout).toContain('Versions: the working tree → the working tree without passes_on\n')
  })

  test.each([
    [['--mute', 'moon'], 'No row or rule of the score has the code moon.'],
    [['--mute', 'passes_on', '--to', 'HEAD'], 'HEAD is a commit: --mute needs the working tree'],
    [
      ['--from', 'nowhere'],
      'git cannot read the committed version: fatal: not a valid object name',
    ],
  ])('refuses %j with a sentence', async (options, sentence) => {
    const { code, stdout, stderr } = await preview(...options)
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(sentence)])
  })

  test('treats an option of git as the name of a commit', async () => {
    const written = join(folder, 'written')
    const { code } = await preview(`--from=--output=${written}`)
    expect([code, existsSync(written)]).toEqual([1, false])
  })
})

test('cost-to-game prints what it does before it searches', async () => {
  const child = spawn(process.execPath, [toPath('cost-to-game'), '--json'])
  const [line] = await once(child.stderr, 'data')
  child.kill()
  expect(`${line}`).toBe('Searching some tens of thousands of strategies ...\n')
})

test.each([
  ['backtest', [], 'Usage'],
  ['backtest', ['--jsn'], 'Unknown option'],
  ['cost-to-game', ['--victims', 'many'], '--victims is many: give a number from 1 to 1,000,000\n'],
  ['cost-to-game', ['--nft-price', '-1'], "Option '--nft-price' argument is ambiguous"],
])('%s refuses %j with a sentence', async (command, args, sentence) => {
  const { code, stdout, stderr } = await run(command, ...args)
  expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(sentence)])
})
