import type { WalletOverview } from '@app/api/schemas/account.ts'
import type { CaseSummary } from '@app/api/schemas/case.ts'
import type { Proposal } from '@app/api/schemas/proposal.ts'
import type { Protection } from '@app/api/schemas/protection.ts'
import { toAddress } from '@app/values/address.ts'
import type { QueryClient } from '@tanstack/react-query'
import {
  NEWEST_DECISION_KEY,
  OVERVIEW_KEY,
  PROPOSALS_LIST_KEY,
  protectionKey,
  scoreKey,
} from './query-keys.ts'
import type { CachedScore } from './score-query.ts'

/** What the API answered the web server, which drew the page from it. */
export interface PageAnswers {
  /** Unix milliseconds by the clock of the chain. */
  drawnAtMs: number
  /** Of a wallet's page: its score with `meta`, and what stands against it. */
  score?: CachedScore
  protection?: Protection
  /** Of governance. */
  proposals?: Proposal[]
  /** Of home. */
  overview?: WalletOverview
  newestDecision?: CaseSummary | null
}

/** Id of the element in which the web server puts the answers, as JSON. */
const ANSWERS_ELEMENT_ID = 'answers'

/** Takes the answers out of the page; null where it has none. */
export function takePageAnswers(): PageAnswers | null {
  const element = document.getElementById(ANSWERS_ELEMENT_ID)
  element?.remove()
  return JSON.parse(element?.textContent ?? 'null')
}

/** Puts answers into the cache of the page's queries, as if they had just come. */
export function cacheAnswers(queryClient: QueryClient, answers: PageAnswers): void {
  const { score, protection, proposals, overview, newestDecision } = answers
  const put = (key: readonly unknown[], data: unknown) => {
    if (data !== undefined) queryClient.setQueryData(key, data)
  }
  if (score !== undefined) put(scoreKey(toAddress(score.data.address)), score)
  if (protection !== undefined) put(protectionKey(toAddress(protection.address)), protection)
  put(PROPOSALS_LIST_KEY, proposals)
  put(OVERVIEW_KEY, overview)
  put(NEWEST_DECISION_KEY, newestDecision)
}
