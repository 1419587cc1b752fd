import { toAddress } from '@app/values/address.ts'
import { expect, test } from 'vitest'
import { buildComparePath, readCompared } from './compare-path.ts'

const [ALICE, OSCAR] = [toAddress('0x179b6b1cb6755e31'), toAddress('0x0260c4da65c3aa5a')]

test('the path of a comparison names both wallets', () => {
  const { search, pathname } = new URL(buildComparePath(ALICE, OSCAR), 'http://localhost')
  expect(pathname).toBe(`/wallet/${ALICE}`)
  expect(readCompared(search, ALICE)).toBe(OSCAR)
})

test.each(['', '?compare=', '?compare=0x12', `?compare=${ALICE}`])(
  '%j compares nothing',
  (search) => {
    expect(readCompared(search, ALICE)).toBeNull()
  },
)
