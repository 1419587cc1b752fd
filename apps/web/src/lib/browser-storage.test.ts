import { expect, test } from 'vitest'
import { createSafeStorage } from './browser-storage.ts'

const deny = () => {
  throw new DOMException('Denied', 'SecurityError')
}
const stored = new Map<string, string>()

test.each([
  ['is denied', deny],
  ['is missing', () => null as never],
  ['denies every call', () => ({ getItem: deny, setItem: deny, removeItem: deny })],
  ['is full', () => ({ getItem: () => null, setItem: deny, removeItem: () => {} })],
  [
    'works',
    () => ({
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    }),
  ],
])(
  'where the storage of the browser %s, values are kept at least as long as the page',
  (_, open) => {
    const storage = createSafeStorage(open)
    expect(storage.getItem('theme')).toBeNull()
    storage.setItem('theme', 'dark')
    expect(storage.getItem('theme')).toBe('dark')
    // Another page changes what is stored.
    if (stored.has('theme')) stored.set('theme', 'light')
    expect(storage.getItem('theme')).toBe(stored.get('theme') ?? 'dark')
    storage.removeItem('theme')
    expect([storage.getItem('theme'), stored.size]).toEqual([null, 0])
  },
)
