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
  kind: 'address',
  ...{ address: KEY, owner: null, holders: [], counterparties: 2 },
  ...{ summary: 'An address in the EVM without a known owner on Flow', labels: [], hop: null },
  tokens: [{ token: 'FLOW', received: '1234.5', sent: '0.25', transfersIn: 3, transfersOut: 1 }],
  ...{ steps: 0, isFollowed: true },
}

test.each([
  [KEY.toUpperCase(), KEY],
  [KEY.slice(2), KEY],
  [`https://evm-testnet.flowscan.io/address/${KEY}?tab=txs`, KEY],
  [`eip155:545:${KEY} ${KEY}`, KEY],
  [`${KEY.slice(0, 18)}\r\n${KEY.slice(18)}`, KEY],
  [`\ufeff\u201c${KEY.slice(0, 5)}\u200b${KEY.slice(5)}\u201d,`, KEY],
  [KEY.replaceAll(/./g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)), KEY],
  ['', null],
  [ALICE, null],
  [KEY.slice(0, -1), null],
  [`${KEY}0`, null],
  [`${KEY}\u0660`, null],
  [`${KEY} 0x${'a'.repeat(40)}`, null],
  ['ab'.repeat(32), null],
])('%j is read as %s', (text, address) => {
  expect(parseEvmInput(text)).toBe(address)
})

const list = (party: EvmParty, explorerUrl: string | null) =>
  listCommands(party.address, {
    ...{ people: { alice: ALICE }, recent: [], shown: null, evm: { party, explorerUrl } },
  }).map(({ label, detail, path }) => [label, detail, path])

test('an address leads to whoever it belongs to or who share it, and to the explorer', () => {
  const alice = [`alice · ${ALICE}`, `/wallet/${ALICE}`]
  expect(list(OWNED, null)).toEqual([['Belongs to', ...alice]])
  const shared: EvmParty = { ...OWNED, kind: 'shared', owner: null, holders: [BOB, ALICE] }
  const url = 'https://evm.example.org/address/0x71'
  expect(list(shared, url)).toEqual([
    ['Shared by', BOB, `/wallet/${BOB}`],
    ['Shared by', ...alice],
    ['Open in the EVM explorer', expect.stringMatching(/^EVM /), url],
  ])
})

test.each<[EvmParty, RegExp]>([
  [OWNED, new RegExp(`^Belongs to ${ALICE}, whose page has what it does\\.$`)],
  [STRANGER, /known owner on Flow\. 1,234\.5 FLOW in, 0\.25 FLOW out; 2 counterparties\.$/],
  [
    { ...STRANGER, hop: 0, steps: 3, counterparties: 1 },
    /one counterparty\. Its money counts as that of a listed account, over 2 more addresses\.$/,
  ],
  [
    { ...STRANGER, unseen: '12.50', isFollowed: false },
    / 12\.5 FLOW of it is from an unseen source\. Where its money came from before is not followed further\.$/,
  ],
  [
    {
      ...STRANGER,
      labels: [{ kind: 'scam', source: 'test list', reason: 'x' }],
      hop: 0,
      tokens: [],
    },
    /known owner on Flow\. On a scam list: test list\.$/,
  ],
])('of %j is said what is known', (party, text) => {
  expect(describeEvmParty(party)).toMatch(text)
})
