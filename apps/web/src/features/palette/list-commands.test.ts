import { toAddress } from '@app/values/address.ts'
import { expect, test } from 'vitest'
import { listCommands } from './list-commands.ts'

const [ALICE, OSCAR, OTHER] = [
  toAddress('0x179b6b1cb6755e31'),
  toAddress('0x0260c4da65c3aa5a'),
  toAddress('0x1dd41fd643661abe'),
]
const SOURCES = { people: { alice: ALICE, oscar: OSCAR }, recent: [OTHER, ALICE], shown: null }

test.each([
  // Everything, each wallet once.
  [
    '',
    [
      'Home',
      'Dashboard',
      'My Wallet',
      'Governance',
      'How accurate is it?',
      'alice',
      'oscar',
      OTHER,
    ],
  ],
  ['gov', ['Governance']],
  ['my w', ['My Wallet']],
  ['os', ['oscar']],
  ['c3aa', ['oscar']],
  ['\u200b\uff43\uff13aa\ufeff', ['oscar']],
  ['nothing like it', []],
])('%s finds %j', (text, labels) => {
  expect(listCommands(text, SOURCES).map(({ label }) => label)).toEqual(labels)
})

test('an address in any form comes first, and can be compared with the wallet that is shown', () => {
  const detail = `alice · ${ALICE}`
  const analyze = { id: 'analyze', group: 'Address', label: 'Analyze', detail }
  expect(listCommands('179B6B1CB6755E31', SOURCES)[0]).toEqual({
    ...analyze,
    path: `/wallet/${ALICE}`,
  })
  const commands = listCommands(ALICE, { ...SOURCES, shown: OSCAR })
  expect(commands[1]?.path).toBe(`/wallet/${OSCAR}?compare=${ALICE}`)
  expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length)
  expect(listCommands(ALICE, { ...SOURCES, shown: ALICE })[1]?.label).toBe('alice')
})
