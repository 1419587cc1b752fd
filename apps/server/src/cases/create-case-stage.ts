import { tryWithAdvisoryLock } from '../db/locks.ts'
import { loadGovernanceTime } from '../governance/load-governance-time.ts'
import type { Context } from '../runtime/context.ts'
import type { ScheduledStage, Stage } from '../runtime/stage.ts'
import type { CaseEvent } from './case-entry.ts'
import { listCaseEvents } from './list-case-events.ts'
import {
  loadNextChange,
  type QueuedAddress,
  queueDueCases,
  queueNewEvents,
  readCaseIds,
  removeChange,
} from './queries.ts'
import { type CaseSources, readCaseSources } from './read-case-sources.ts'
import { summarizeCase } from './summarize-case.ts'
import { writeCase } from './write-entries.ts'

/** Events can be missed, and block time alone changes cases. */
const POLL_MS = 5_000

/** Creates the stage of the cases with its wake-up conditions. */
export const createCaseStages = (context: Pick<Context, 'pool' | 'db'>): ScheduledStage[] => [
  {
    stage: createCaseStage(context),
    channels: ['governance_changed', 'cases_changed'],
    pollMs: POLL_MS,
  },
]

/**
 * Creates the stage that appends to cases what the agent, the community, the owners and the clock did: one address
 * a step. What was appended is never edited.
 */
function createCaseStage(context: Pick<Context, 'pool' | 'db'>): Stage {
  const step = () => stepCases(context)
  return {
    name: 'cases',
    step: async () => (await tryWithAdvisoryLock(context.pool, 'cases', step)) ?? 'idle',
  }
}

async function stepCases({ db }: Pick<Context, 'db'>): Promise<'more' | 'idle'> {
  const hasEvents = await db.transaction().execute(queueNewEvents)
  const nowMs = (await loadGovernanceTime(db)) * 1000
  await db.transaction().execute((queries) => queueDueCases(queries, nowMs))
  const next = await loadNextChange(db)
  if (next === null) return hasEvents ? 'more' : 'idle'
  const sources = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((queries) => readCaseSources(queries, next.address))
  await growCases(db, next, sources)
  return 'more'
}

/** Writes all cases of an address and takes it from the queue, in one transaction. */
async function growCases(
  db: Context['db'],
  next: QueuedAddress,
  sources: CaseSources,
): Promise<void> {
  const byCase = Map.groupBy(listCaseEvents(sources), ({ caseId }: CaseEvent) => caseId)
  await db.transaction().execute(async (queries) => {
    // One to which nothing belongs any more, as an older accusation was learned of later, is over.
    const before = await readCaseIds(queries, next.address)
    for (const caseId of new Set([...byCase.keys(), ...before])) {
      const events = byCase.get(caseId) ?? []
      const standing = summarizeCase(sources, caseId, events)
      await writeCase(queries, { address: next.address, caseId, events, standing })
    }
    await removeChange(queries, next)
  })
}
