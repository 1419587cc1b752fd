import { toAddress } from '@app/values/address.ts'
import { expect, test } from 'vitest'
import {
  buildNewProposalPath,
  buildProposalPath,
  buildWalletProposalsPath,
  readWantedProposals,
} from './governance-path.ts'

const ADDRESS = toAddress('0x179b6b1cb6755e31')
const NOTHING = { proposal: null, wallet: null, create: null }
const read = (path: string) => readWantedProposals(path.slice(path.indexOf('?')))

test('each path leads to what it names', () => {
  expect(read(buildProposalPath(9))).toEqual({ ...NOTHING, proposal: 9 })
  expect(read(buildWalletProposalsPath(ADDRESS))).toEqual({ ...NOTHING, wallet: ADDRESS })
  expect(read(buildNewProposalPath(ADDRESS))).toEqual({ ...NOTHING, create: ADDRESS })
})

test.each(['wallet', 'create'])('the address of %s is read as it was meant', (name) => {
  expect(read(`?${name}=%EF%BB%BF0X179B6B1C%20B6755E31%E2%80%8F`)).toMatchObject({
    [name]: ADDRESS,
  })
})

test.each(['', '?proposal=', '?proposal=9x', '?proposal=-1', '?wallet=alice', '?create=0x1'])(
  '%s asks for nothing',
  (search) => {
    expect(readWantedProposals(search)).toEqual(NOTHING)
  },
)
