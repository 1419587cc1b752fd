import { type ApiClient, createClient } from '@app/api/client/client.ts'
import { listCases } from '@app/api/routes/cases.ts'
import { getProtection, listProposals } from '@app/api/routes/governance.ts'
import type { RouteResponse } from '@app/api/routes/route.ts'
import { getScore, listWallets } from '@app/api/routes/score.ts'
import type { WalletOverview } from '@app/api/schemas/account.ts'
import type { CaseSummary } from '@app/api/schemas/case.ts'
import type { Proposal } from '@app/api/schemas/proposal.ts'
import type { Protection } from '@app/api/schemas/protection.ts'
import { parseAddress } from '@app/values/address.ts'
import type { RiskLevel } from '@app/values/risk-level.ts'
import { LRUCache } from 'lru-cache'

/** What the API says about a wallet, in the shapes of its answers. */
interface WalletAnswers {
  score: RouteResponse<typeof getScore>
  protection: Protection
}

/** What a page is drawn from, as `apps/web/src/lib/page-answers.ts` reads it. */
export type PageAnswers = { drawnAtMs: number } & (
  | WalletAnswers
  | { proposals: Proposal[] }
  | { overview: WalletOverview; newestDecision: CaseSummary | null }
)

/** What may be said about a wallet outside of its page; null for everything that is accused or unknown. */
export type WalletSummary = { score: number; level: RiskLevel; verdict: string | null } | null

/** A page waits no longer for the API. */
const TIMEOUT_MS = 400
/** Short, because pages show these answers first: enough for a link that many open at once. */
const CACHE = { max: 300, ttl: 2_000 }
/** Above this many at once, a page comes without answers. */
const MAX_CALLS = 20
/** A longer list of proposals loads after the page, which would be as long. */
const MAX_PROPOSALS = 50

/** Asks the API for what a page shows, for a short time, and remembers the answers for a while; null without any. */
export type AnswerLoader = (pathname: string) => Promise<PageAnswers | null>

export function createAnswerLoader(apiUrl: string): AnswerLoader {
  const client = createClient({ baseUrl: apiUrl, timeoutMs: TIMEOUT_MS })
  const cache = new LRUCache<string, PageAnswers>(CACHE)
  let running = 0
  return async (pathname) => {
    const known = cache.get(pathname)
    if (known !== undefined) return known
    if (running >= MAX_CALLS) return null
    running++
    try {
      const answers = await askForPage(client, pathname)
      if (answers !== null) cache.set(pathname, answers)
      return answers
    } catch {
      // The page comes without them, and loads them itself.
      return null
    } finally {
      running--
    }
  }
}

async function askForPage(client: ApiClient, pathname: string): Promise<PageAnswers | null> {
  const address = findWallet(pathname)
  if (address !== null) return askForWallet(client, address)
  if (pathname === '/governance') return askForGovernance(client)
  return pathname === '/' ? askForHome(client) : null
}

/** Returns the address in the path of a wallet's page. */
export function findWallet(pathname: string): string | null {
  const [, text] = pathname.match(/^\/wallet\/([^/]+)\/?$/) ?? []
  return text === undefined ? null : parseAddress(text)
}

async function askForWallet(client: ApiClient, address: string): Promise<PageAnswers> {
  const params = { address }
  const [score, protection] = await Promise.all([
    client.callWithMeta(getScore, { params }),
    client.call(getProtection, { params }),
  ])
  return { drawnAtMs: readTime(score), score, protection }
}

async function askForGovernance(client: ApiClient): Promise<PageAnswers | null> {
  const response = await client.callWithMeta(listProposals, { query: { limit: MAX_PROPOSALS + 1 } })
  const proposals = response.data
  return proposals.length > MAX_PROPOSALS ? null : { drawnAtMs: readTime(response), proposals }
}

async function askForHome(client: ApiClient): Promise<PageAnswers> {
  const decided = { query: { decidedBy: 'people', limit: 1 } } as const
  const [overview, [newestDecision = null]] = await Promise.all([
    client.callWithMeta(listWallets, {}),
    client.call(listCases, decided),
  ])
  return { drawnAtMs: readTime(overview), overview: overview.data, newestDecision }
}

/** The time of the latest block, which is the present of the page. */
const readTime = ({ meta }: { meta?: { latestBlock?: { timeMs: number } } }): number =>
  meta?.latestBlock?.timeMs ?? Date.now()

/** Returns what may be said about a wallet; null if anything is held against it, or nothing is known. */
export function summarizeWallet(answers: PageAnswers | null): WalletSummary {
  if (answers === null || !('score' in answers)) return null
  const score = answers.score.data
  const level = score.metadata.riskLevel
  const { accusation, flag, freeze, labels } = answers.protection
  const isAccused = accusation !== null || flag !== null || freeze !== null || labels.length > 0
  if (isAccused || (level !== 'TRUSTED' && level !== 'NORMAL')) return null
  return { score: score.score, level, verdict: score.verdict }
}
