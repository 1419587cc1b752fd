import { toAddress } from '@app/values/address.ts'
import { expect, test } from 'vitest'
import { buildComparePath, readCompared } from './compare.tsx'

const [ALICE, OSCAR] = [toAddress('0x179b6b1cb6755e31'), toAddress('0x0260c4da65c3aa5a')]

test('the path of a comparison names both wallets', () => {
  const { search, pathname } = new URL(buildComparePath(ALICE, OSCAR), 'http://localhost')
  expect(pathname).toBe(`/wallet/${ALICE}`)
  expect(readCompared(search, ALICE)).toBe(OSCAR)
})

test.each([
  `%E2%80%8B${OSCAR}%0A`,
  `\uff10X${OSCAR.slice(2)}.`,
  `${OSCAR.slice(0, 9)}+${OSCAR.slice(9)}`,
])('%j is read as it was meant', (pasted) => {
  expect(readCompared(`?compare=${pasted}`, ALICE)).toBe(OSCAR)
})

test.each(['', '?compare=', '?compare=0x12', `?compare=${ALICE}`])(
  '%j compares nothing',
  (search) => {
    expect(readCompared(search, ALICE)).toBeNull()
  },
)
