import { expect, test } from 'vitest'
import { matchPath } from './match-path.ts'

test.each([
  ['/', '/', {}],
  ['/dashboard', '/Dashboard/', {}],
  ['/wallet/:address?', '/wallet', {}],
  ['/wallet/:address?', '/wallet/0x1%20', { address: '0x1 ' }],
  ['/wallet/:address?', '/wallet/%', { address: '%' }],
])('%s matches %s', (pattern, path, params) => {
  expect(matchPath(pattern, path)).toEqual(params)
})

test.each([
  ['/', '/dashboard'],
  ['/dashboard', '/'],
  ['/dashboard', '/dashboard/more'],
  ['/wallet/:address?', '/wallets'],
  ['/wallet/:address?', '/wallet/0x1/more'],
])('%s does not match %s', (pattern, path) => {
  expect(matchPath(pattern, path)).toBeNull()
})
