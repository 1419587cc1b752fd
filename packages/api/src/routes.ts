import type { Route } from './route.ts'
import { getAccuracy } from './routes/accuracy.ts'
import { flagWallet, listActions } from './routes/actions.ts'
import { checkWallet, getAgentHistory, getAgentStatus } from './routes/agent.ts'
import { exportEvidence } from './routes/evidence.ts'
import { castVote, createProposal, getProposal, listProposals } from './routes/governance.ts'
import { listInputs } from './routes/inputs.ts'
import { getHealth, getMetrics, getReadiness } from './routes/operations.ts'
import { getCatalogue, getNetwork } from './routes/reference.ts'
import {
  computeScore,
  getOnchainScore,
  getScore,
  getScoreEvidence,
  getScoreHistory,
  publishScore,
  streamScore,
} from './routes/score.ts'

/** Every call of the API, in the order of the reference. */
export const ROUTES: readonly Route[] = [
  getScore,
  computeScore,
  publishScore,
  getOnchainScore,
  getScoreHistory,
  getScoreEvidence,
  exportEvidence,
  listInputs,
  streamScore,
  getAgentStatus,
  getAgentHistory,
  checkWallet,
  listActions,
  flagWallet,
  listProposals,
  getProposal,
  createProposal,
  castVote,
  getCatalogue,
  getAccuracy,
  getNetwork,
  getHealth,
  getReadiness,
  getMetrics,
]
