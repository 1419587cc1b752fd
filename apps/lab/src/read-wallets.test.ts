import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readWallets } from './read-wallets.ts'

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

test('a wallet is read from nine numbers, gzipped or not, and all other facts are unknown', async () => {
  const [wallet] = await readLines(SUMMED_WALLET)
  expect(wallet).toMatchObject({ address: 'a', label: 'normal', isIllicit: false })
  expect(wallet?.facts.activity).toMatchObject({ transfersIn: 4, senders: 3, mutual: null })
  expect(wallet?.facts.tokens[0]).toMatchObject({ sent: 8n * 10n ** 18n, sweptSameDay: null })
  const path = join(folder, 'wallets.jsonl.gz')
  await writeFile(path, gzipSync(`${JSON.stringify(SUMMED_WALLET)}\n`))
  expect(await readWallets(path)).toEqual([wallet])
})

test('a wallet is read from its transfers', async () => {
  const transfers = [
    [100, 'b', 'a', 2.5],
    [200, 'a', 'c', 1e-11],
  ]
  const [wallet] = await readLines(buildWallet(transfers))
  expect(wallet?.facts.activity).toMatchObject({ transfersIn: 1, transfersOut: 1, mutual: 0 })
  const amounts = { received: 25n * 10n ** 17n, sent: 10n ** 7n }
  expect(wallet?.facts.tokens[0]).toMatchObject(amounts)
})

test.each([
  ['the creation of a contract', [[1, 'a', null, 3]], { transfersOut: 1, recipients: 0 }],
  [
    'moves between others, to itself and of nothing',
    [
      [1, 'x', null, 0],
      [2, 'x', 'y', 5],
      [3, 'a', 'a', 5],
      [4, 'b', 'a', 0],
    ],
    { transfersIn: 0, transfersOut: 0 },
  ],
  ['no transfers', [], { transfersIn: 0, transfersOut: 0 }],
  [
    'dust, below a hundred-thousandth of the balance',
    [
      [1, 'b', 'a', 100],
      [2, 'c', 'a', 0.000_999],
      [3, 'd', 'a', 0.001_01],
    ],
    { senders: 2 },
  ],
])('activity of %s', async (_, transfers, activity) => {
  const [wallet] = await readLines(buildWallet(transfers))
  expect(wallet?.facts.activity).toMatchObject(activity)
})

const changeActivity = (change: object) => ({
  ...SUMMED_WALLET,
  activity: { ...ACTIVITY, ...change },
})

test.each<[string, object | string]>([
  ['this is not JSON', '{"address":'],
  ['the line is empty', '  \r'],
  ['the wallet must be object', '[]'],
  ['rows is unknown', { ...SUMMED_WALLET, rows: 1 }],
  ['activity is unknown', { ...SUMMED_WALLET, transfers: [] }],
  ['address must not have fewer than 1 characters', { ...SUMMED_WALLET, address: '' }],
  ['illicit must be equal to one of the allowed values', { ...SUMMED_WALLET, illicit: true }],
  ['activity.fee is unknown', changeActivity({ fee: 1 })],
  ['activity.sent must be >= 0', changeActivity({ sent: -8 })],
  ['activity.senders must be integer', changeActivity({ senders: 1.5 })],
  ['transfers.0 must not have fewer than 4 items', buildWallet([[1, 'b', 'a']])],
  ['transfers.0.1 must be string', buildWallet([[1, null, 'a', 1]])],
  [
    'transfers.1 is older than the one before it',
    buildWallet([
      [5, 'b', 'a', 1],
      [4, 'b', 'a', 1],
    ]),
  ],
  ['z is already on line 1', { ...SUMMED_WALLET, address: 'z' }],
  ['it begins with a byte order mark: save the file as UTF-8 without one', '\ufeff'],
  ['it has a NUL (U+0000)', '{"address": "\0"}'],
])('an invalid file throws with the line, and: %s', async (fault, line) => {
  const read = readLines({ ...SUMMED_WALLET, address: 'z' }, line)
  await expect(read).rejects.toThrow(`${join(folder, 'wallets.jsonl')}, line 2: ${fault}`)
})

test('a file that is empty, truncated or missing throws with its path', async () => {
  const empty = join(folder, 'empty.jsonl')
  await writeFile(empty, '')
  await expect(readWallets(empty)).rejects.toThrow(`${empty} is empty`)
  const cut = join(folder, 'cut.gz')
  await writeFile(cut, gzipSync(JSON.stringify(SUMMED_WALLET)).subarray(0, 40))
  await expect(readWallets(cut)).rejects.toThrow(`${cut} is not a complete gzip file`)
  await expect(readWallets(join(folder, 'none'))).rejects.toThrow('cannot be read')
})
