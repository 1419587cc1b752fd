import type { AgentStatus } from '@app/api/schemas/agent.ts'
import {
  computeAdmissionLimit,
  computeExpectedFalseAlarms,
} from '@app/score/behaviour/benjamini-hochberg.ts'
import { readAgentCounts, readJudgements } from '../../agent/read-agent-status.ts'
import type { Context } from '../../runtime/context.ts'

/** Loads the configuration and the counters of the agent. */
export async function loadAgentStatus(
  context: Pick<Context, 'db' | 'config'>,
): Promise<AgentStatus> {
  const { enabled, lowScoreThreshold, autoFlag, scheduleRechecks } = context.config.agent
  const counts = await readAgentCounts(context)
  const { judged, backlog, nowMs } = await readJudgements(context)
  const limit = computeAdmissionLimit(judged)
  const oldestMs = backlog.oldestMs ?? nowMs
  return {
    config: { enabled, lowScoreThreshold, autoFlag, scheduleRechecks },
    ...counts,
    waitingAddresses: backlog.waiting,
    oldestWaitingSeconds: Math.max(0, Math.floor((nowMs - oldestMs) / 1000)),
    judgedLastDay: judged.judged,
    expectedFalseAlarms: Number(computeExpectedFalseAlarms(judged.judged, limit).toFixed(2)),
  }
}
