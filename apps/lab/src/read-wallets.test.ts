import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { InvalidLineError, readWallets } from './read-wallets.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallets-'))
})
afterAll(() => rm(folder, { recursive: true }))

const ACTIVITY = {
  spanSeconds: 864_000,
  transfersIn: 4,
  transfersOut: 2,
  senders: 3,
  recipients: 1,
  received: 10,
  sent: 8,
  largestReceived: 5,
  largestSent: 6,
}

const SUMMED_WALLET = { address: 'a', label: 'normal', illicit: 0, activity: ACTIVITY }
const buildWallet = (transfers: unknown[], address = 'a') => ({
  address,
  label: 'phishing',
  illicit: 1,
  transfers,
})

async function readLines(...lines: (object | string)[]) {
  const path = join(folder, 'wallets.jsonl')
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  await writeFile(path, `${text.join('\n')}\n`)
  return readWallets(path)
}

describe('a wallet', () => {
  test('is read from nine numbers, and all other facts are unknown', async () => {
    const [wallet] = await readLines(SUMMED_WALLET)
    expect(wallet).toMatchObject({ address: 'a', label: 'normal', isIllicit: false })
    expect(wallet?.facts.activity).toMatchObject({ transfersIn: 4, senders: 3, mutual: null })
    expect(wallet?.facts.tokens[0]).toMatchObject({ sent: 8n * 10n ** 18n, sweptSameDay: null })
  })

  test('is read from its transfers', async () => {
    const [wallet] = await readLines(
      buildWallet([
        [100, 'b', 'a', 2.5],
        [200, 'a', 'c', 1e-11],
      ]),
    )
    expect(wallet?.facts.activity).toMatchObject({ transfersIn: 1, transfersOut: 1, mutual: 0 })
    expect(wallet?.facts.tokens[0]).toMatchObject({
      received: 25n * 10n ** 17n,
      sent: 10n ** 7n,
    })
  })

  test('is read from a gzipped file as well', async () => {
    const path = join(folder, 'wallets.jsonl.gz')
    await writeFile(path, gzipSync(`${JSON.stringify(SUMMED_WALLET)}\n`))
    expect(await readWallets(path)).toHaveLength(1)
  })
})

describe('peculiarities of the sets', () => {
  test('the creation of a contract is a payment without a recipient', async () => {
    const [wallet] = await readLines(buildWallet([[1, 'a', null, 3]]))
    expect(wallet?.facts.activity).toMatchObject({ transfersOut: 1, recipients: 0 })
  })

  test('moves between others, to itself and of nothing are not transfers of the wallet', async () => {
    const [wallet] = await readLines(
      buildWallet([
        [1, 'x', null, 0],
        [2, 'x', 'y', 5],
        [3, 'a', 'a', 5],
        [4, 'b', 'a', 0],
      ]),
    )
    expect(wallet?.facts.activity).toMatchObject({ transfersIn: 0, transfersOut: 0 })
  })

  test('a wallet may have no transfers', async () => {
    const [wallet] = await readLines(buildWallet([]))
    expect(wallet?.facts.asOfSeconds).toBe(0)
  })

  test('an amount below a hundred-thousandth of the balance is dust', async () => {
    const [wallet] = await readLines(
      buildWallet([
        [1, 'b', 'a', 100],
        [2, 'c', 'a', 0.000_999],
        [3, 'd', 'a', 0.001_01],
      ]),
    )
    expect([wallet?.facts.dustIn, wallet?.facts.activity.senders]).toEqual([1, 2])
  })
})

describe('an invalid file throws with the line and the cause', () => {
  const changeActivity = (change: object) => ({
    ...SUMMED_WALLET,
    activity: { ...ACTIVITY, ...change },
  })

  test.each<[string, object | string]>([
    ['this is not JSON', '{"address":'],
    ['the line is empty', ''],
    ['the line is empty', '  \r'],
    ['the wallet must be object', '[]'],
    ['rows is unknown', { ...SUMMED_WALLET, rows: 1 }],
    ['activity is unknown', { ...SUMMED_WALLET, transfers: [] }],
    [
      'the wallet must have required properties label',
      { address: 'a', illicit: 0, activity: ACTIVITY },
    ],
    ['address must be string', { ...SUMMED_WALLET, address: 7 }],
    ['address must not have fewer than 1 characters', { ...SUMMED_WALLET, address: '' }],
    ['illicit must be equal to one of the allowed values', { ...SUMMED_WALLET, illicit: true }],
    ['activity.fee is unknown', changeActivity({ fee: 1 })],
    ['activity.sent must be >= 0', changeActivity({ sent: -8 })],
    ['activity.senders must be integer', changeActivity({ senders: 1.5 })],
    ['activity.received must be number', changeActivity({ received: '10' })],
    ['transfers must be array', buildWallet({} as unknown[])],
    ['transfers.0 must not have fewer than 4 items', buildWallet([[1, 'b', 'a']])],
    ['transfers.0.3 must be >= 0', buildWallet([[1, 'b', 'a', -1]])],
    ['transfers.0.1 must be string', buildWallet([[1, null, 'a', 1]])],
    [
      'transfers.1 is older than the one before it',
      buildWallet([
        [5, 'b', 'a', 1],
        [4, 'b', 'a', 1],
      ]),
    ],
  ])('%s', async (fault, line) => {
    const good = { ...SUMMED_WALLET, address: 'z' }
    const failure = await readLines(good, line).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(InvalidLineError)
    expect(failure).toHaveProperty('message', `${join(folder, 'wallets.jsonl')}, line 2: ${fault}`)
  })

  test('a duplicate wallet', async () => {
    await expect(readLines(SUMMED_WALLET, SUMMED_WALLET)).rejects.toThrow(
      'line 2: a is already on line 1',
    )
  })

  test.each([
    ['\ufeff', 'it begins with a byte order mark: save the file as UTF-8 without one'],
    ['{"address": "\0"}', 'it has a NUL (U+0000)'],
    ['{"address": "\\ud800"}', 'it has \\ud800, a half of a character (a lone surrogate)'],
  ])('%j, gzipped or not', async (wrong, problem) => {
    await expect(readLines(SUMMED_WALLET, wrong)).rejects.toThrow(`line 2: ${problem}`)
    const path = join(folder, 'wrong.gz')
    await writeFile(path, gzipSync(`${JSON.stringify(SUMMED_WALLET)}\r${wrong}`))
    await expect(readWallets(path)).rejects.toThrow(`${path}, line 2: ${problem}`)
  })

  test('an empty file', async () => {
    const path = join(folder, 'empty.jsonl')
    await writeFile(path, '')
    await expect(readWallets(path)).rejects.toThrow(`${path} is empty`)
  })

  test('a file that does not exist, and a truncated one', async () => {
    await expect(readWallets(join(folder, 'none'))).rejects.toThrow('cannot be read')
    const path = join(folder, 'cut.gz')
    await writeFile(path, gzipSync(JSON.stringify(SUMMED_WALLET)).subarray(0, 40))
    await expect(readWallets(path)).rejects.toThrow('is not a complete gzip file')
  })
})
