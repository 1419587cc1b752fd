const kept = new Map<string, string>()

function attempt<T>(action: (storage: Storage) => T): T | undefined {
  try {
    return action(globalThis.localStorage)
  } catch {
    return undefined
  }
}

/**
 * What this browser keeps from visit to visit. Never fails: what the browser does not take, because its storage is denied,
 * full or missing, is kept as long as the page. In the build, libraries get it in place of `localStorage`, too.
 */
export const browserStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
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
