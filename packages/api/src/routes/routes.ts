import { ACCOUNT_ROUTES } from './accounts.ts'
import { ACTION_ROUTES } from './actions.ts'
import { AGENT_ROUTES } from './agent.ts'
import { ALERT_ROUTES } from './alerts.ts'
import { CASE_ROUTES } from './cases.ts'
import { GOVERNANCE_ROUTES } from './governance.ts'
import { MESSAGE_ROUTES } from './messages.ts'
import { OPERATIONS_ROUTES } from './operations.ts'
import { REFERENCE_ROUTES } from './reference.ts'
import type { Route } from './route.ts'
import { SCORE_ROUTES } from './score.ts'
import { SESSION_ROUTES } from './session.ts'
import { STREAM_ROUTES } from './stream.ts'

/** Every route of the API, in the order of the reference. */
export const ROUTES: readonly Route[] = [
  SCORE_ROUTES,
  ACCOUNT_ROUTES,
  AGENT_ROUTES,
  ACTION_ROUTES,
  GOVERNANCE_ROUTES,
  CASE_ROUTES,
  MESSAGE_ROUTES,
  SESSION_ROUTES,
  ALERT_ROUTES,
  REFERENCE_ROUTES,
  STREAM_ROUTES,
  OPERATIONS_ROUTES,
].flatMap((routes) => Object.values<Route>(routes))
