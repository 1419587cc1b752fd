import { expect, test } from 'vitest'
import { encodeTextAsHex, hashText } from './encode-text.ts'

test('a text is hashed and sent to the wallet in UTF-8', async () => {
  expect(encodeTextAsHex('a\né')).toBe('610ac3a9')
  expect(await hashText('é')).toBe(
    '4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c',
  )
})
