import { toAddress } from '@app/values/address.ts'
import { expect, test } from 'vitest'
import { buildComparePath, readCompared } from './compare.tsx'

const [ALICE, OSCAR] = [toAddress('0x179b6b1cb6755e31'), toAddress('0x0260c4da65c3aa5a')]

test.each([
  [buildComparePath(ALICE, OSCAR), OSCAR],
  [`?compare=%E2%80%8B${OSCAR}%0A`, OSCAR],
  [`?compare=\uff10X${OSCAR.slice(2)}.`, OSCAR],
  [`?compare=${OSCAR.slice(0, 9)}+${OSCAR.slice(9)}`, OSCAR],
  ['?compare=', null],
  ['?compare=0x12', null],
  [buildComparePath(ALICE, ALICE), null],
])('%s compares with %s', (path, compared) => {
  expect(readCompared(path.slice(path.indexOf('?')), ALICE)).toBe(compared)
})
