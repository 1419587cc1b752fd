import { expect, test } from 'vitest'
import { createSafeStorage } from './browser-storage.ts'

const deny = () => {
  throw new DOMException('Denied', 'SecurityError')
}

test.each([
  ['is denied', deny],
  ['is missing', () => null as never],
  ['denies every call', () => ({ getItem: deny, setItem: deny, removeItem: deny })],
  ['is full', () => ({ getItem: () => null, setItem: deny, removeItem: () => {} })],
])('where the storage of the browser %s, it is empty and keeps as long as the page', (_, open) => {
  const storage = createSafeStorage(open)
  expect(storage.getItem('theme')).toBeNull()
  storage.setItem('theme', 'dark')
  expect(storage.getItem('theme')).toBe('dark')
  storage.removeItem('theme')
  expect(storage.getItem('theme')).toBeNull()
})

test('what the browser stores is read from it, also after another page changed it', () => {
  const stored = new Map<string, string>()
  const storage = createSafeStorage(() => ({
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => stored.set(key, value),
    removeItem: (key) => stored.delete(key),
  }))
  storage.setItem('theme', 'dark')
  expect(stored.get('theme')).toBe('dark')
  stored.set('theme', 'light')
  expect(storage.getItem('theme')).toBe('light')
  storage.removeItem('theme')
  expect(stored).toEqual(new Map())
})
