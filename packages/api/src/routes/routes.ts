import { getAccuracy } from './accuracy.ts'
import { flagWallet, listActions } from './actions.ts'
import { checkWallet, getAgentHistory, getAgentStatus } from './agent.ts'
import { exportEvidence } from './evidence.ts'
import { castVote, createProposal, getProposal, listProposals } from './governance.ts'
import { listInputs } from './inputs.ts'
import { getHealth, getMetrics, getReadiness } from './operations.ts'
import { getCatalogue, getNetwork } from './reference.ts'
import type { Route } from './route.ts'
import {
  computeScore,
  getOnchainScore,
  getScore,
  getScoreEvidence,
  getScoreHistory,
  publishScore,
  streamScore,
} from './score.ts'

/** Every route of the API, in the order of the reference. */
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
