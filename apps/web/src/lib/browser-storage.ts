type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Returns a storage that never fails: what the one that `open` gives does not take, because it is denied, full or
 * missing, is kept as long as the page.
 */
export function createSafeStorage(open: () => KeyValueStorage): KeyValueStorage {
  const kept = new Map<string, string>()
  const attempt = <T>(action: (storage: KeyValueStorage) => T): T | undefined => {
    try {
      return action(open())
    } catch {
      return undefined
    }
  }
  return {
    getItem: (key) => kept.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    setItem: (key, value) => {
      kept.set(key, value)
      attempt((storage) => {
        storage.setItem(key, value)
        kept.delete(key)
      })
    },
    removeItem: (key) => {
      kept.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
  }
}

/** What this browser keeps from visit to visit. In the build, libraries get it in place of `localStorage`, too. */
export const browserStorage = createSafeStorage(() => globalThis.localStorage)
