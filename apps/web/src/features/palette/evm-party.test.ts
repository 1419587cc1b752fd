import { getEvmParty } from '@app/api/routes/accounts.ts'
import type { EvmParty } from '@app/api/schemas/evm-party.ts'
import { toAddress } from '@app/values/address.ts'
import { expect, test } from 'vitest'
import { describeEvmParty, parseEvmInput } from './evm-party.ts'
import { listCommands } from './list-commands.ts'

const KEY = '0x71c7656ec7ab88b098defb751b7401b5f6d8976f'
const [ALICE, BOB] = [toAddress('0x179b6b1cb6755e31'), toAddress('0x0260c4da65c3aa5a')]

const OWNED: EvmParty = getEvmParty.dataExample as unknown as EvmParty
const STRANGER: EvmParty = {
  ...{ address: KEY, kind: 'address', owner: null, holders: [], counterparties: 2 },
  summary: 'An address in the EVM without a known owner on Flow',
  tokens: [{ token: 'FLOW', received: '1234.5', sent: '0.25', transfersIn: 3, transfersOut: 1 }],
  ...{ labels: [], hop: null, steps: 0, isFollowed: true },
}

test.each([
  KEY,
  KEY.toUpperCase(),
  KEY.slice(2),
  `  "${KEY}" `,
  `https://evm-testnet.flowscan.io/address/${KEY}?tab=txs`,
  `eip155:545:${KEY} ${KEY}`,
  `${KEY.slice(0, 18)}\r\n${KEY.slice(18)}`,
  `\ufeff\u201c${KEY.slice(0, 5)}\u200b${KEY.slice(5)}\u201d,`,
  KEY.replaceAll(/./g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
])('%j is understood', (text) => {
  expect(parseEvmInput(text)).toBe(KEY)
})

test.each([
  '',
  '0x',
  ALICE,
  KEY.slice(0, -1),
  `${KEY}0`,
  `${KEY}\u0660`,
  `${KEY} 0x${'a'.repeat(40)}`,
  'ab'.repeat(32),
])('%j is no address of the EVM', (text) => {
  expect(parseEvmInput(text)).toBeNull()
})

test('an address that belongs to an account leads there, and is said to', () => {
  expect(describeEvmParty(OWNED)).toBe(`Belongs to ${ALICE}, whose page has what it does.`)
  const sources = { people: { alice: ALICE }, recent: [], shown: null }
  const evm = { party: OWNED, explorerUrl: null }
  expect(listCommands(OWNED.address, { ...sources, evm })).toEqual([
    {
      ...{ id: `evm-${ALICE}`, group: 'Address', label: 'Belongs to' },
      ...{ detail: `alice · ${ALICE}`, path: `/wallet/${ALICE}` },
    },
  ])
})

test('a shared one leads to all who hold it, and to the explorer', () => {
  const party: EvmParty = { ...OWNED, kind: 'shared', owner: null, holders: [BOB, ALICE] }
  const evm = { party, explorerUrl: 'https://evm.example.org/address/0x71' }
  const commands = listCommands(party.address, { people: {}, recent: [], shown: null, evm })
  expect(commands.map(({ label, path }) => [label, path])).toEqual([
    ['Shared by', `/wallet/${BOB}`],
    ['Shared by', `/wallet/${ALICE}`],
    ['Open in the EVM explorer', 'https://evm.example.org/address/0x71'],
  ])
})

test('of one without an owner is said what is known, and what is not followed', () => {
  expect(describeEvmParty(STRANGER)).toBe(
    'An address in the EVM without a known owner on Flow. 1,234.5 FLOW in, 0.25 FLOW out; 2 counterparties.',
  )
  const carrier: EvmParty = { ...STRANGER, hop: 0, steps: 3, counterparties: 1 }
  expect(describeEvmParty(carrier)).toMatch(
    /one counterparty\. Its money counts as that of a listed account, over 2 more addresses\.$/,
  )
  const far: EvmParty = { ...STRANGER, unseen: '12.50', isFollowed: false }
  expect(describeEvmParty(far)).toMatch(
    / 12\.5 FLOW of it is from an unseen source\. Where its money came from before is not followed further\.$/,
  )
  const labels = [{ kind: 'scam' as const, source: 'test list', reason: 'x' }]
  expect(describeEvmParty({ ...STRANGER, labels, hop: 0, tokens: [] })).toBe(
    'An address in the EVM without a known owner on Flow. On a scam list: test list.',
  )
})
