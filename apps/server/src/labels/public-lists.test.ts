import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startLoopbackServer } from '@app/flow/testing/loopback-server.ts'
import { expect, it, onTestFinished } from 'vitest'
import { openFileContext } from '../testing/create-test-context.ts'
import { importLabelFile } from './import-label-file.ts'

const context = await openFileContext()

const KEYS = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`)
const CONTRACT = `0x${'c'.repeat(40)}`

/** As the lists are published. */
const LISTS: Readonly<Record<string, unknown>> = {
  '/scamsniffer/scam-database/main/blacklist/address.json': [KEYS[0], CONTRACT],
  '/MyEtherWallet/ethereum-lists/master/src/addresses/addresses-darklist.json': [
    { address: KEYS[1], comment: 'fake site, see example.com', date: '2018-11-06' },
    { address: KEYS[1]?.toUpperCase().replace('X', 'x'), comment: '', date: '2018-03-12' },
  ],
  '/0xB10C/ofac-sanctioned-digital-currency-addresses/lists/sanctioned_addresses_ETH.json': [
    KEYS[2],
  ],
}

/** The last one lends its address the code of a contract. */
const CODES: Readonly<Record<string, string>> = {
  [CONTRACT]: '0x6001',
  [KEYS[2] ?? '']: `0xef0100${'5'.repeat(40)}`,
}

it('the commands of the documents load the keys of three public lists, without contracts', async () => {
  const server = await startLoopbackServer()
  const folder = await mkdtemp(join(tmpdir(), 'dharma-lists-'))
  onTestFinished(async () => {
    await server.stop()
    await rm(folder, { recursive: true })
  })
  server.respondTo = ({ path, body }) =>
    path === '/'
      ? { json: { result: CODES[JSON.parse(body).params[0]] ?? '0x' } }
      : { json: LISTS[path] }
  const document = await readFile(
    new URL('../../../../docs/run/scam-lists.md', import.meta.url),
    'utf8',
  )
  const script = /<<'END'\n(.*?)\nEND\n/s.exec(document)?.[1] ?? ''
  const [file, labels] = [join(folder, 'read-public-lists.mjs'), join(folder, 'labels.jsonl')]
  await writeFile(file, script.replace('https://raw.githubusercontent.com', server.url))
  const { stdout } = await promisify(execFile)(process.execPath, [file, `${server.url}/`])
  await writeFile(labels, stdout)
  await importLabelFile(context, labels)
  const rows = await context.db
    .selectFrom('label_entry')
    .select(['address', 'source'])
    .orderBy('address')
    .execute()
  expect(rows).toEqual(
    KEYS.map((address, index) => ({
      address,
      source: ['ScamSniffer', 'MyEtherWallet', 'OFAC'][index],
    })),
  )
})
