import type { Holdings } from '@app/api/schemas/account.ts'
import { expect, test } from 'vitest'
import { describePlaces } from './holdings-panel.tsx'

const FLOW = { token: 'FLOW', amount: '1', received: '1000', sent: '0', transfers: 1 }
const { amount: _, ...unread } = FLOW
const staked = { place: 'staking', token: 'FLOW', amount: '799' } as const

test.each<[string, Holdings['tokens'], Holdings['places'], string | null]>([
  [
    'what was put away beside what is in the wallet',
    [FLOW],
    [
      { place: 'child', token: 'FLOW', amount: '10' },
      staked,
      { place: 'vault', token: 'FLOW', amount: '50.5' },
      { place: 'vault', token: 'TestDollar', amount: '7' },
    ],
    'Where the money is: 1 FLOW in the wallet, 10 FLOW in child accounts, 799 FLOW staked, 50.5 FLOW and 7 TestDollar in its guarded vault.',
  ],
  ['what is known', [unread], [staked], 'Where the money is: 799 FLOW staked.'],
  ['nothing of a wallet that put nothing away', [FLOW], undefined, null],
])('%s is said', (_what, tokens, places, text) => {
  const holdings = { tokens, nfts: [], nftsReadAtHeight: null, ...(places && { places }) }
  expect(describePlaces(holdings)).toBe(text)
})
