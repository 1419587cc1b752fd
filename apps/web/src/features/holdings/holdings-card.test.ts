import type { Holdings } from '@app/api/schemas/account.ts'
import { expect, test } from 'vitest'
import { describePlaces } from './holdings-card.tsx'

const FLOW = { token: 'FLOW', amount: '1', received: '1000', sent: '0', transfers: 1 }

const build = (parts: Partial<Holdings>): Holdings => ({
  tokens: [FLOW],
  nfts: [],
  nftsReadAtHeight: null,
  ...parts,
})

test('money that was put away is named beside what is in the wallet', () => {
  const places = [
    { place: 'child', token: 'FLOW', amount: '10' },
    { place: 'staking', token: 'FLOW', amount: '799' },
    { place: 'vault', token: 'FLOW', amount: '50.5' },
    { place: 'vault', token: 'TestDollar', amount: '7' },
  ] as const
  expect(describePlaces(build({ places: [...places] }))).toBe(
    'Where the money is: 1 FLOW in the wallet, 10 FLOW in child accounts, 799 FLOW staked, 50.5 FLOW and 7 TestDollar in its guarded vault.',
  )
})

test('what is in the wallet is left out while it is not known', () => {
  const { amount, ...unread } = FLOW
  const places = [{ place: 'staking', token: 'FLOW', amount: '799' }] as const
  expect(describePlaces(build({ tokens: [unread], places: [...places] }))).toBe(
    'Where the money is: 799 FLOW staked.',
  )
})

test('nothing is said of a wallet that put nothing away', () => {
  expect(describePlaces(build({}))).toBeNull()
})
