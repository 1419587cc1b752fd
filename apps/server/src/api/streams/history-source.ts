import type { AgentHistoryEntry } from '@app/api/schemas/agent.ts'
import type { Address } from '@app/values/address.ts'
import { toPlainText } from '@app/values/plain-text.ts'
import { type HistoryEntry, readNewEntries } from '../../agent/history/read-history.ts'
import type { Context } from '../../runtime/context.ts'

/** Source of the events of open pages: each new entry of the agent's history. Nothing is stored. */
export interface HistorySource {
  /** Returns the entries about an address that were not returned before, the oldest first. */
  takeNewEntries(address: Address): Promise<AgentHistoryEntry[]>
}

/** Addresses of which the last number is kept; the history of others begins with its newest entries. */
const MAX_KNOWN_ADDRESSES = 10_000

/** Creates the source of the open pages of this process. */
export function createHistorySource(context: Pick<Context, 'db' | 'config'>): HistorySource {
  const lastNumbers = new Map<Address, number>()
  return {
    takeNewEntries: async (address) => {
      const entries = await readNewEntries(context, address, lastNumbers.get(address) ?? null)
      const last = entries.at(-1)
      if (last === undefined) return []
      lastNumbers.delete(address)
      lastNumbers.set(address, last.number)
      const [oldest] = lastNumbers.keys()
      if (lastNumbers.size > MAX_KNOWN_ADDRESSES && oldest) lastNumbers.delete(oldest)
      return entries.map(toHistoryEntry)
    },
  }
}

/** Converts an entry to its form in the API. Texts of people pass the filter again. */
export const toHistoryEntry = (entry: HistoryEntry): AgentHistoryEntry => ({
  timestamp: new Date(entry.atMs).toISOString(),
  address: entry.address,
  action: entry.action,
  success: entry.success,
  reason: toPlainText(entry.reason),
  ...(entry.isUnchanged && { isUnchanged: true }),
  ...(entry.isReport && { isReport: true }),
  ...(entry.txId !== null && { txId: entry.txId }),
})
