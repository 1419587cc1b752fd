import { expect, test } from 'vitest'
import { matchPath } from './match-path.ts'

test.each([
  ['/', '/', {}],
  ['/dashboard', '/Dashboard/', {}],
  ['/wallet/:address?', '/wallet', {}],
  ['/wallet/:address?', '/wallet/0x1%20', { address: '0x1 ' }],
  ['/wallet/:address?', '/wallet/%', { address: '%' }],
  ['/', '/dashboard', null],
  ['/dashboard', '/', null],
  ['/dashboard', '/dashboard/more', null],
  ['/wallet/:address?', '/wallets', null],
  ['/wallet/:address?', '/wallet/0x1/more', null],
])('%s gives of %s the parameters %j', (pattern, path, params) => {
  expect(matchPath(pattern, path)).toEqual(params)
})
