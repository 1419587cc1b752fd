import type { AgentStatus } from '@app/api/schemas/agent.ts'
import { readAgentCounts, readJudgements } from '../../agent/read-agent-status.ts'
import type { Context } from '../../runtime/context.ts'

/** Loads the configuration and the counters of the agent. */
export async function loadAgentStatus(
  context: Pick<Context, 'db' | 'config'>,
): Promise<AgentStatus> {
  const { enabled, lowScoreThreshold, autoFlag, scheduleRechecks } = context.config.agent
  const { judged, backlog, expectedFalseAlarms, oldestWaitingSeconds } =
    await readJudgements(context)
  return {
    config: { enabled, lowScoreThreshold, autoFlag, scheduleRechecks },
    ...(await readAgentCounts(context)),
    waitingAddresses: backlog.waiting,
    oldestWaitingSeconds,
    judgedLastDay: judged,
    expectedFalseAlarms,
  }
}
