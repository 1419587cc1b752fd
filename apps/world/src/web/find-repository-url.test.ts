import { expect, test } from 'vitest'
import { findRepositoryUrl, toWebsite } from './find-repository-url.ts'

test.each([
  ['git@example.org:owner/name.git', 'https://example.org/owner/name'],
  ['https://example.org/owner/name.git', 'https://example.org/owner/name'],
  ['https://user:secret@example.org/owner/name', 'https://example.org/owner/name'],
  ['ssh://git@example.org/group/owner/name.git', 'https://example.org/group/owner/name'],
])('the website of %s is %s', (remote, website) => {
  expect(toWebsite(remote)).toBe(website)
})

test.each([
  '',
  '/srv/checkouts/name',
  '../name.git',
  'file:///srv/name.git',
  'http://127.0.0.1/name.git',
  'https://example.org/javascript:alert(1)',
])('%j has no website', (remote) => {
  expect(toWebsite(remote)).toBeNull()
})

test('the setting comes first, and must be a website', async () => {
  expect(await findRepositoryUrl('https://example.org/fork')).toBe('https://example.org/fork')
  await expect(findRepositoryUrl('#')).rejects.toThrow('Set it to a URL')
})
