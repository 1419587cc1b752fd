import { expect, test } from 'vitest'
import { findMissingLockEntries } from './find-missing-lock-entries.mjs'

const oxide = { optionalDependencies: { 'oxide-linux': '1.0.0', 'oxide-darwin': '1.0.0' } }

test('a lock file with the packages of all platforms is complete', () => {
  const lock = {
    packages: {
      'node_modules/oxide': oxide,
      'node_modules/oxide-linux': {},
      'node_modules/oxide/node_modules/oxide-darwin': {},
    },
  }
  expect(findMissingLockEntries(lock)).toEqual([])
})

test('packages of other platforms that the lock file lacks are returned once', () => {
  const lock = {
    packages: {
      'node_modules/oxide': oxide,
      'node_modules/b/node_modules/oxide': oxide,
      'node_modules/oxide-linux': {},
    },
  }
  expect(findMissingLockEntries(lock)).toEqual(['oxide-darwin'])
})
