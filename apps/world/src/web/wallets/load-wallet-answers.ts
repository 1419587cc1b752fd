import { createClient } from '@app/api/client/client.ts'
import { getProtection } from '@app/api/routes/protection.ts'
import type { RouteResponse } from '@app/api/routes/route.ts'
import { getScore } from '@app/api/routes/score.ts'
import type { Protection } from '@app/api/schemas/governance/protection.ts'
import type { RiskLevel } from '@app/values/risk-level.ts'
import { LRUCache } from 'lru-cache'

/** What may be said about a wallet outside of its page; null for everything that is accused or unknown. */
export type WalletSummary = { score: number; level: RiskLevel; verdict: string | null } | null

/** A page waits no longer for the API. */
const TIMEOUT_MS = 400
/** Short, because pages show these answers first: enough for a link that many open at once. */
const CACHE = { max: 300, ttl: 2_000 }
/** Above this many at once, a wallet is treated as unknown. */
const MAX_CALLS = 20

/** What the API says about a wallet, in the shapes of its answers. */
export interface WalletAnswers {
  score: RouteResponse<typeof getScore>
  protection: Protection
}

/** Creates a function that asks the API about a wallet, for a short time, and remembers the answers for a while; null without any. */
export function createAnswerLoader(
  apiUrl: string,
): (address: string) => Promise<WalletAnswers | null> {
  const { call, callWithMeta } = createClient({ baseUrl: apiUrl, timeoutMs: TIMEOUT_MS })
  const cache = new LRUCache<string, WalletAnswers>(CACHE)
  let running = 0
  return async (address) => {
    const known = cache.get(address)
    if (known !== undefined) return known
    if (running >= MAX_CALLS) return null
    running++
    try {
      const params = { address }
      const calls = [callWithMeta(getScore, { params }), call(getProtection, { params })] as const
      const [score, protection] = await Promise.all(calls)
      cache.set(address, { score, protection })
      return { score, protection }
    } catch {
      // The page or picture comes without them.
      return null
    } finally {
      running--
    }
  }
}

/** Returns what may be said about a wallet; null if anything is held against it, or nothing is known. */
export function summarizeWallet(answers: WalletAnswers | null): WalletSummary {
  if (answers === null) return null
  const score = answers.score.data
  const level = score.metadata.riskLevel
  const { accusation, flag, freeze, labels } = answers.protection
  const isAccused = accusation !== null || flag !== null || freeze !== null || labels.length > 0
  if (isAccused || (level !== 'TRUSTED' && level !== 'NORMAL')) return null
  return { score: score.score, level, verdict: score.verdict }
}
