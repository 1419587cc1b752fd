import { toAddress } from '@app/values/address.ts'
import { expect, test } from 'vitest'
import { listCommands } from './list-commands.ts'

const [ALICE, OSCAR, OTHER] = [
  toAddress('0x179b6b1cb6755e31'),
  toAddress('0x0260c4da65c3aa5a'),
  toAddress('0x1dd41fd643661abe'),
]
const SOURCES = { people: { alice: ALICE, oscar: OSCAR }, recent: [OTHER, ALICE], shown: null }

const listLabels = (text: string, sources: Parameters<typeof listCommands>[1] = SOURCES) =>
  listCommands(text, sources).map(({ label }) => label)

test('without a text there are all pages, people and recent wallets, each wallet once', () => {
  expect(listLabels('')).toEqual([
    ...['Home', 'Dashboard', 'My Wallet', 'Governance', 'How accurate is it?'],
    ...['alice', 'oscar', OTHER],
  ])
})

test.each([
  ['gov', ['Governance']],
  ['wal', ['My Wallet']],
  ['my w', ['My Wallet']],
  ['os', ['oscar']],
  ['c3aa', ['oscar']],
  ['\u200b\uff43\uff13aa\ufeff', ['oscar']],
  ['nothing like it', []],
])('%s finds %j', (text, labels) => {
  expect(listLabels(text)).toEqual(labels)
})

test('an address in any form comes first, and can be compared with the wallet that is shown', () => {
  expect(listCommands('179B6B1CB6755E31', SOURCES)[0]).toEqual({
    id: 'analyze',
    group: 'Address',
    label: 'Analyze',
    detail: `alice · ${ALICE}`,
    path: `/wallet/${ALICE}`,
  })
  const shown = listCommands(ALICE, { ...SOURCES, shown: OSCAR })
  expect(shown[1]).toMatchObject({ path: `/wallet/${OSCAR}?compare=${ALICE}` })
  expect(listLabels(ALICE, { ...SOURCES, shown: ALICE })).toEqual(['Analyze', 'alice'])
})

test('every command has an id of its own', () => {
  const ids = listCommands('alice', { ...SOURCES, shown: OSCAR }).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})
