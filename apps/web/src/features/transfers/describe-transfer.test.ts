import type { AccountTransfer } from '@app/api/schemas/account.ts'
import { expect, test } from 'vitest'
import { describeTransfer } from './describe-transfer.ts'

const [ME, OTHER] = ['0x179b6b1cb6755e31', '0x0260c4da65c3aa5a']

const transfer: AccountTransfer = {
  ...{ txId: 'ab'.repeat(32), height: 1, time: '2026-11-01T00:00:00.000Z', kind: 'token' },
  ...{ from: OTHER, to: ME, amount: '1200.5', token: 'FLOW' },
}

test.each<[Partial<AccountTransfer>, isIncoming: boolean, amount: string, other: string]>([
  [{}, true, '1,200.5 FLOW', OTHER],
  [{ from: ME, to: OTHER }, false, '1,200.5 FLOW', OTHER],
  [{ kind: 'nft', amount: '1', token: 'GardenPass' }, true, '1 GardenPass NFT', OTHER],
  [
    { kind: 'unverified', amount: '9'.repeat(78), token: `0x8f3e${'0'.repeat(32)}c1d2` },
    ...([true, 'token 0x8f3e...c1d2', OTHER] as const),
  ],
  [{ from: null }, true, '1,200.5 FLOW', 'from a mint'],
  [{ from: ME, to: null }, false, '1,200.5 FLOW', 'to a burn or an unknown vault'],
  [{ from: ME, to: null, place: 'vault' }, false, '1,200.5 FLOW', 'to its guarded vault'],
  [{ from: null, place: 'staking' }, true, '1,200.5 FLOW', 'from its stake'],
])(
  'a transfer with %j comes in: %s, with its amount and the other side',
  (change, isIncoming, amount, other) => {
    const described = describeTransfer(ME, { ...transfer, ...change })
    const { counterparty, otherSide } = described
    expect(described).toMatchObject({ isIncoming, amount })
    expect(counterparty ?? otherSide).toBe(other)
  },
)
