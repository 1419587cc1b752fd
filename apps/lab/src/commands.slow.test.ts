import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toCanonicalFacts } from '@app/score/canonical/evidence-hash.ts'
import { createEmptyFacts } from '@app/score/empty-facts.ts'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

interface Outcome {
  code: number
  stdout: string
  stderr: string
}

const COMMAND_PATHS = {
  fit: join(import.meta.dirname, 'fit.ts'),
  backtest: join(import.meta.dirname, 'backtest.ts'),
  preview: join(import.meta.dirname, 'preview.ts'),
  game: join(import.meta.dirname, 'cost-to-game.ts'),
}

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lab-'))
})
afterEach(() => rm(folder, { recursive: true }))

function run(command: keyof typeof COMMAND_PATHS, ...args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(process.execPath, [COMMAND_PATHS[command], ...args], (error, stdout, stderr) => {
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
  test('prints figures of each label as JSON', async () => {
    const path = await writeTestFile('set.jsonl', buildLines(40))
    const { code, stdout } = await run('backtest', path, '--json', '--list-off')
    const { version, sets } = JSON.parse(stdout)
    expect([code, version, sets.length]).toEqual([0, expect.any(String), 1])
    expect(sets[0]).toMatchObject({ file: path, label: 'phishing', normal: 20, illicit: 20 })
    expect(sets[0].auc).toBeGreaterThan(0.9)
    expect(Object.keys(sets[0].levelsIllicit)).toEqual([
      'TRUSTED',
      'NORMAL',
      'SUSPICIOUS',
      'HIGH_RISK',
    ])
    expect(sets[0].factors).toMatchObject({ knownScamInteract: 0.5, communitySignals: 0.5 })
  })

  test('scores with a known list and without contact to it, unless the list is off', async () => {
    const path = await writeTestFile('set.jsonl', buildLines(4))
    const readConfidence = async (...options: string[]): Promise<number> => {
      const { stdout } = await run('backtest', path, '--json', ...options)
      return JSON.parse(stdout).sets[0].confidence[0].from
    }
    expect(await readConfidence()).toBeGreaterThan(await readConfidence('--list-off'))
  })

  test('prints a text without --json', async () => {
    const { stdout } = await run('backtest', await writeTestFile('set.jsonl', buildLines(4)))
    expect(stdout).toMatch(/set\.jsonl: phishing\n {2}wallets +2 illicit, 2 normal\n {2}AUC/)
    expect(stdout).toContain('Five-fold figures of the shipped tables')
    expect(stdout).toMatch(/Accusations by behaviour alone.*\n {2}broad, illicit, each alone:/)
  })

  test('fails with the bad line and prints no figures when one file is bad', async () => {
    const good = await writeTestFile('good.jsonl', buildLines(4))
    const bad = await writeTestFile('bad.jsonl', `${buildLines(2)}\n{"address":`)
    const { code, stdout, stderr } = await run('backtest', good, bad, '--json')
    expect([code, stdout, stderr]).toEqual([1, '', `${bad}, line 3: this is not JSON\n`])
  })

  test('with --check fails with every missed threshold and its figure', async () => {
    const swapped = buildLines(40).replaceAll(/"illicit":[01]/g, (was) =>
      was.endsWith('0') ? '"illicit":1' : '"illicit":0',
    )
    const path = await writeTestFile('set.jsonl', swapped)
    const { code, stdout, stderr } = await run('backtest', path, '--json', '--check')
    expect(code).toBe(1)
    expect(JSON.parse(stdout).thresholds).toHaveLength(20)
    expect(stderr).toContain(
      `missed illicit below 45, list off, normal of ${path}: 0.0000, at least`,
    )
    expect(stderr).toContain(
      `missed normal below 45, list known, normal of ${path}: 1.0000, at most`,
    )
    expect(stderr).not.toMatch(/^met /m)
  })

  test.each([[[]], [['--jsn']]])('with %j prints its usage', async (args) => {
    const { code, stderr } = await run('backtest', ...args)
    expect(code).toBe(1)
    expect(stderr).toMatch(/Usage|Unknown option/)
  })
})

describe('fit', () => {
  test('writes tables and their figures, the same each time', async () => {
    await writeTestFile('made.jsonl', buildLines(60))
    const runFit = async (): Promise<string> => {
      const { code, stderr } = await run('fit', '--data', folder, '--out', folder)
      expect([code, stderr]).toEqual([0, ''])
      const files = ['fitted', 'conformal'].map((name) => `${name}-tables.generated.ts`)
      files.push('ordinary-inputs.generated.ts')
      const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
      return texts.join('\n')
    }
    const text = await runFit()
    expect(text).toContain("set: 'made'")
    expect(text).toContain("code: 'span_days',")
    expect(text).toContain('CONFORMAL_TABLES: readonly ConformalTable[] = [\n]')
    expect(text).toContain("label: 'phishing',\n    illicitShare: 0.1,")
    expect(text).toContain(
      '  senders: { lowerQuartile: 1, median: 2, upperQuartile: 3, wallets: 30 },\n',
    )
    expect(text).toContain('  creationRank: null,\n')
    expect(await runFit()).toBe(text)
    expect(await readdir(folder)).toEqual([
      'conformal-tables.generated.ts',
      'fitted-tables.generated.ts',
      'made.jsonl',
      'ordinary-inputs.generated.ts',
    ])
  })

  test('leaves the tables unchanged when it is killed', async () => {
    await writeTestFile('made.jsonl', buildLines(60))
    const tables = await writeTestFile('fitted-tables.generated.ts', 'as before')
    const child = spawn(process.execPath, [COMMAND_PATHS.fit, '--data', folder, '--out', folder])
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'close')
    expect(await readFile(tables, 'utf8')).toBe('as before')
  })

  test('fails with the path that it cannot write', async () => {
    await writeTestFile('made.jsonl', buildLines(60))
    const nowhere = join(folder, 'none')
    const { code, stderr } = await run('fit', '--data', folder, '--out', nowhere)
    expect(code).toBe(1)
    expect(stderr).toMatch(/fitted-tables\.generated\.ts cannot be written: ENOENT.*\n$/)
  })

  test('writes nothing when a line is bad', async () => {
    await writeTestFile('made.jsonl', buildLines(20))
    const bad = await writeTestFile('other.jsonl', '[]\n')
    const { code, stderr } = await run('fit', '--data', folder, '--out', folder)
    expect([code, stderr]).toEqual([1, `${bad}, line 1: the wallet must be object\n`])
    expect(await readdir(folder)).toEqual(['made.jsonl', 'other.jsonl'])
  })

  test('refuses wallets that are all normal', async () => {
    await writeTestFile('made.jsonl', buildLines(40).replaceAll('"illicit":1', '"illicit":0'))
    const { code, stderr } = await run('fit', '--data', folder, '--out', folder)
    expect(code).toBe(1)
    expect(stderr).toContain('has 0 illicit and 40 normal wallets')
    expect(await readdir(folder)).toEqual(['made.jsonl'])
  })

  test('fails when there is no data', async () => {
    const { code, stderr } = await run('fit', '--data', folder)
    expect([code, stderr]).toEqual([1, `No .jsonl or .jsonl.gz file in ${folder}\n`])
  })
})

const ROOT = join(import.meta.dirname, '../../..')

describe.skipIf(!existsSync(join(ROOT, '.git')))('preview', () => {
  async function writeEvidence(): Promise<string> {
    const { chain, offchain } = toCanonicalFacts(createEmptyFacts())
    const inputs = { chain: JSON.parse(chain), offchain: JSON.parse(offchain) }
    return await writeTestFile('facts.json', JSON.stringify({ inputs }))
  }

  test('judges by the engine of a commit, and prints the change of accuracy', async () => {
    await writeTestFile('made.jsonl', buildLines(20))
    const args = [
      '--facts',
      await writeEvidence(),
      '--from',
      'HEAD',
      '--to',
      'HEAD',
      '--data',
      folder,
    ]
    const { code, stdout, stderr } = await run('preview', ...args)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('0 of 1 known wallets change their level.')
    expect(stdout).toMatch(/made, phishing +AUC [\d.]+ → [\d.]+ \(\+0\.0000\)/)
  })

  test('with --mute compares the working tree with itself without the points of a reason', async () => {
    const { code, stdout } = await run(
      'preview',
      '--facts',
      await writeEvidence(),
      '--mute',
      'passes_on',
    )
    expect(code).toBe(0)
    expect(stdout).toContain('Versions: the working tree → the working tree without passes_on\n')
    expect(stdout).toContain('0 of 1 known wallets change their level.')
  })

  test.each([
    [['--mute', 'moon'], 'No row or rule of the score has the code moon.'],
    [['--mute', 'passes_on', '--to', 'HEAD'], 'HEAD is a commit: --mute needs the working tree'],
  ])('refuses %j with a sentence', async (options, sentence) => {
    const { code, stdout, stderr } = await run(
      'preview',
      '--facts',
      await writeEvidence(),
      ...options,
    )
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(sentence)
  })

  test('fails with the name of a commit that does not exist', async () => {
    const { code, stderr } = await run(
      'preview',
      '--facts',
      await writeEvidence(),
      '--from',
      'nowhere',
    )
    expect(code).toBe(1)
    expect(stderr).toContain(
      'git cannot read the committed version: fatal: not a valid object name',
    )
  })

  test('treats an option of git as the name of a commit', async () => {
    const written = join(folder, 'written')
    const { code } = await run(
      'preview',
      '--facts',
      await writeEvidence(),
      `--from=--output=${written}`,
    )
    expect([code, existsSync(written)]).toEqual([1, false])
  })
})

describe('cost-to-game', () => {
  test('prints what it does before it searches', async () => {
    const child = spawn(process.execPath, [COMMAND_PATHS.game, '--json'])
    onTestFinished(() => void child.kill())
    const [line] = await once(child.stderr, 'data')
    expect(`${line}`).toBe('Searching some tens of thousands of strategies ...\n')
  })

  test.each([
    [['--victims', 'many'], '--victims is many: give a number from 1 to 1,000,000\n'],
    [['--nft-price', '-1'], "Option '--nft-price' argument is ambiguous"],
    [['--loot='], '--loot is : give a number'],
  ])('refuses %j with a sentence', async (args, sentence) => {
    const { code, stdout, stderr } = await run('game', ...args)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(sentence)
  })
})
