import { browserStorage } from './browser-storage.ts'

const STORAGE_KEY = 'walletconnect'

/**
 * What the build gives WalletConnect in place of its `@walletconnect/keyvaluestorage`, which fails to load where a browser
 * denies `localStorage`, and waits for ever for a database that it denies.
 */
// biome-ignore lint/style/noDefaultExport: as what it replaces
export default class KeyValueStorage {
  async getKeys(): Promise<string[]> {
    return Object.keys(readAll())
  }

  async getEntries(): Promise<[string, unknown][]> {
    return Object.entries(readAll())
  }

  async getItem(key: string): Promise<unknown> {
    return readAll()[key]
  }

  async setItem(key: string, value: unknown): Promise<void> {
    writeAll({ ...readAll(), [key]: value })
  }

  async removeItem(key: string): Promise<void> {
    const { [key]: _, ...rest } = readAll()
    writeAll(rest)
  }
}

const readAll = (): Record<string, unknown> =>
  JSON.parse(browserStorage.getItem(STORAGE_KEY) ?? '{}')

const writeAll = (items: Record<string, unknown>) =>
  browserStorage.setItem(STORAGE_KEY, JSON.stringify(items))
