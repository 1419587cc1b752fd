import { expect, test } from 'vitest'
import { toAddress } from './address.ts'
import { buildFreezeCaseId, CASE_ID_PATTERN } from './case-id.ts'

test('the case of a freeze without a flag has address and number, and is an id of a case', () => {
  const id = buildFreezeCaseId(toAddress('0x179b6b1cb6755e31'), 2)
  expect(id).toBe('179b6b1cb6755e31-freeze-2')
  expect(id).toMatch(new RegExp(CASE_ID_PATTERN))
})
