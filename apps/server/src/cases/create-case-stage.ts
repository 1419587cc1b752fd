import { loadGovernanceTime } from '../governance/load-governance-time.ts'
import type { Context } from '../runtime/context.ts'
import { readPauses } from '../runtime/pauses.ts'
import { createLockedStage, type ScheduledStage, type Stage } from '../runtime/stage.ts'
import { type CaseEvent, listCaseEvents } from './list-case-events.ts'
import { type CaseSources, readCaseSources } from './read-case-sources.ts'
import { summarizeCase } from './summarize-case.ts'
import { readCaseIds, writeCase } from './write-case.ts'
import {
  loadNextChange,
  type QueuedAddress,
  queueDueCases,
  queueNewEvents,
  removeChange,
} from './write-case-changes.ts'
import { withholdUnstored } from './write-withheld-text.ts'

type CaseContext = Pick<Context, 'pool' | 'db' | 'log'>

/** Events can be missed, and block time alone changes cases. */
const POLL_MS = 5_000

/** Creates the stage of the cases with its wake-up conditions. */
export const createCaseStages = (context: CaseContext): ScheduledStage[] => [
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
function createCaseStage(context: CaseContext): Stage {
  const step = () => stepCases(context)
  return createLockedStage(context, { name: 'cases', lock: 'cases', step })
}

async function stepCases({ db, log }: CaseContext): Promise<'more' | 'idle'> {
  const hasEvents = await db.transaction().execute(queueNewEvents)
  const nowMs = (await loadGovernanceTime(db)) * 1000
  await db.transaction().execute((queries) => queueDueCases(queries, nowMs))
  const pauses = await readPauses({ db, log }, 'cases')
  const next = await loadNextChange(db, pauses)
  if (next === null) return hasEvents ? 'more' : 'idle'
  await pauses.attempt(next.address, async () => {
    const sources = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((queries) => readCaseSources(queries, next.address))
    await growCases(db, next, sources)
  })
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
    await withholdUnstored(queries, sources.proposals)
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
