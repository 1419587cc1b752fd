import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toAddress } from '@app/values/address.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  deleteKeystore,
  hasKeystore,
  type Keystore,
  readKeystore,
  writeKeystore,
} from './keystore.ts'

const keystore: Keystore = {
  addresses: new Map([['alice', toAddress('0x179b6b1cb6755e31')]]),
  agent: { address: toAddress('0xf3fcd2c1a78f5eee'), privateKeyHex: 'aa' },
  dao: { address: toAddress('0xe03daebed8ca0615'), privateKeysHex: ['bb', 'cc', 'dd'] },
}

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dharma-inhabitants-'))
})

afterEach(() => rm(dataDir, { recursive: true, force: true }))

test('a written keystore is read again, and only the owner of the files can read private keys', async () => {
  await writeKeystore(dataDir, keystore)
  expect(await readKeystore(dataDir)).toEqual(keystore)
  for (const name of ['agent.json', 'dao.json']) {
    expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600)
  }
})

test('a keystore exists until it is deleted', async () => {
  expect(hasKeystore(dataDir)).toBe(false)
  await writeKeystore(dataDir, keystore)
  expect(hasKeystore(dataDir)).toBe(true)
  await deleteKeystore(dataDir)
  expect(hasKeystore(dataDir)).toBe(false)
})

test.each(['agent.json', 'dao.json'])(
  'a world without %s is an error that asks for a new one',
  async (name) => {
    await writeKeystore(dataDir, keystore)
    await rm(join(dataDir, name))
    await expect(readKeystore(dataDir)).rejects.toThrow(
      `The kept world has no ${name}, because an earlier version created it: start without --keep to create a new one.`,
    )
  },
)
