import { toAddress } from '@app/values/address.ts'
import { expect, test } from 'vitest'
import {
  buildNewProposalPath,
  buildProposalPath,
  buildWalletProposalsPath,
  readWantedProposals,
} from './governance-path.ts'

const ADDRESS = toAddress('0x179b6b1cb6755e31')
const PASTED = '%EF%BB%BF0X179B6B1C%20B6755E31%E2%80%8F'

test.each([
  [buildProposalPath(9), { proposal: 9 }],
  [buildWalletProposalsPath(ADDRESS), { wallet: ADDRESS }],
  [`?wallet=${PASTED}`, { wallet: ADDRESS }],
  [buildNewProposalPath(ADDRESS), { create: ADDRESS }],
  [`?create=${PASTED}`, { create: ADDRESS }],
  ...['?', '?proposal=', '?proposal=9x', '?proposal=-1', '?wallet=alice', '?create=0x1'].map(
    (path): [string, object] => [path, {}],
  ),
])('%s asks for %j', (path, wanted) => {
  const nothing = { proposal: null, wallet: null, create: null }
  expect(readWantedProposals(path.slice(path.indexOf('?')))).toEqual({ ...nothing, ...wanted })
})
