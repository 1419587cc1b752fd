import { expect, test } from 'vitest'
import { matchesLockFile } from './packages.mjs'

const locked = {
  packages: {
    '': {},
    'apps/server': { version: '0.1.0' },
    'node_modules/@app/server': {},
    'node_modules/pg': { version: '8.0.0' },
    'node_modules/for-mac': { version: '1.0.0', optional: true },
  },
}

const { '': _root, 'node_modules/for-mac': _mac, ...onThisPlatform } = locked.packages

test('the packages count as installed without optional packages of other platforms', () => {
  expect(matchesLockFile(locked, { packages: onThisPlatform })).toBe(true)
})

test.each([
  ['a package is missing', { ...onThisPlatform, 'node_modules/pg': undefined }],
  ['a package has another version', { ...onThisPlatform, 'node_modules/pg': { version: '8.0.1' } }],
  ['an installed package is not locked', { ...onThisPlatform, 'node_modules/x': {} }],
])('the packages do not count as installed when %s', (_what, packages) => {
  const present = Object.entries(packages).flatMap(([path, entry]) =>
    entry ? [[path, entry]] : [],
  )
  expect(matchesLockFile(locked, { packages: Object.fromEntries(present) })).toBe(false)
})
