import { expect, it } from 'vitest'
import { buildSampleArchive } from '../testing/build-sample-archive.ts'
import { listClaims } from './receipts.ts'

const archive = buildSampleArchive()

const readPlace = (path: string): unknown =>
  path
    .split(/[.[\]]+/)
    .reduce((inner: unknown, step) => Reflect.get(inner as object, step), archive)

it('a wrong receipt is named by its place in the file', () => {
  const claims = listClaims(archive)
  expect(new Set(claims.map(({ event }) => event)).size).toBe(4)
  for (const { receiptPath, receipt } of claims) expect(readPlace(receiptPath)).toBe(receipt)
})
