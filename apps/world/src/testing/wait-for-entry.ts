import { getAgentHistory } from '@app/api/routes/agent.ts'
import type { AgentHistoryEntry } from '@app/api/schemas/agent.ts'
import type { Person } from '../people/create-person.ts'
import type { WorldConnection } from './connect-to-world.ts'
import { waitFor } from './wait-for.ts'

type Subject = Pick<Person, 'name' | 'address'>

/** Lists the newest entries of the agent's history of an account, newest first. */
export const readHistory = (
  { api }: Pick<WorldConnection, 'api'>,
  { address }: Pick<Subject, 'address'>,
): Promise<AgentHistoryEntry[]> => api.call(getAgentHistory, { query: { address } })

/**
 * Waits until the agent's history of an account has an entry of this action, after `since` where it is
 * given, and returns the newest one.
 */
export async function waitForEntry(
  world: Pick<WorldConnection, 'api'>,
  subject: Subject,
  { action, since = '' }: { action: string; since?: string },
): Promise<AgentHistoryEntry> {
  let found: AgentHistoryEntry | undefined
  await waitFor(`an entry ${action} in the history of ${subject.name}`, async () => {
    const entries = await readHistory(world, subject)
    found = entries.find((entry) => entry.action === action && entry.timestamp > since)
    return found !== undefined
  })
  return found as AgentHistoryEntry
}
