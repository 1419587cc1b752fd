import type { Meta } from '@app/api/schemas/envelope.ts'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { loadIndexedTip } from '../../facts/load-indexed-tip.ts'
import {
  type ProposalView,
  readOpenProposals,
  readProposalPage,
  readProposals,
  type StatusCounts,
} from '../../governance/read-proposals.ts'
import type { Context } from '../../runtime/context.ts'
import {
  checkVoteEligibility,
  type VoteDecisions,
  type Voter,
} from '../consent/check-vote-eligibility.ts'
import { type Encoding, encodeBody } from '../http/negotiate-response.ts'
import { toProposals } from './to-proposals.ts'

export interface GovernanceReads {
  readOpenProposals(): Promise<ProposalView[]>
  readProposalList(page: ListedPage): Promise<ProposalListResponse>
  /**
   * Returns what a wallet may vote on at a block that is not older than `height`; `beforeAsking` is called where that has
   * to be decided now, which asks the node and may compute a score, and may throw.
   */
  decideVotes(
    voter: Voter,
    asOf: { height: number; beforeAsking: () => void },
  ): Promise<VoteDecisions | null>
}

/** Which proposals: all, unless one of the two is given. */
interface ListedPage {
  limit?: number
  /** The number of the last proposal of the previous page. */
  cursor?: string
}

interface ProposalListResponse {
  /** Without degraded parts; its cursor is the place alone. */
  meta: Meta
  /** Returns the response with what `meta` becomes when it is sent; built and compressed once for all who get the same. */
  encode(meta: Meta, encoding: Encoding): Buffer
}

/** Pages that are kept, with the whole list, and wallets whose decisions are. */
const MAX_PAGES = 50
const MAX_VOTERS = 1_000

export function createGovernanceReads(context: Context): GovernanceReads {
  let counted: StatusCounts | null = null
  const load = async ({ limit, cursor }: ListedPage) => {
    if (limit === undefined && cursor === undefined) {
      const views = await readProposals(context)
      return { views, counts: countByStatus(views) }
    }
    const page = {
      limit: limit ?? Number.MAX_SAFE_INTEGER,
      before: Number(cursor ?? Number.MAX_SAFE_INTEGER),
    }
    const { views, hasMore, counts } = await readProposalPage(context, page, counted)
    counted = counts
    const last = hasMore ? views.at(-1) : undefined
    return { views, counts: counts.byStatus, ...(last && { nextCursor: String(last.ballot.id) }) }
  }
  const pages = new LRUCache<string, () => Promise<ProposalListResponse>>({ max: MAX_PAGES })
  const decisions = new LRUCache<string, Promise<VoteDecisions | null>>({ max: MAX_VOTERS })
  return {
    readOpenProposals: loadOncePerSnapshot(context, () => readOpenProposals(context)),
    readProposalList: ({ limit, cursor }) => {
      const page = { ...(limit && { limit }), ...(cursor && { cursor }) }
      const key = JSON.stringify(page)
      const read =
        pages.get(key) ??
        loadOncePerSnapshot(context, () => loadResponse(context, () => load(page)))
      pages.set(key, read)
      return read()
    },
    decideVotes: async (voter, { height, beforeAsking }) => {
      const key = `${voter.address} ${voter.ids.join()}`
      const last = await decisions.get(key)?.catch(() => null)
      if (last && last.height >= height) return last
      beforeAsking()
      const asked = checkVoteEligibility(context, voter)
      decisions.set(key, asked)
      return await asked
    },
  }
}

interface LoadedPage {
  views: readonly ProposalView[]
  counts: ReadonlyMap<string, number>
  nextCursor?: string
}

async function loadResponse(
  context: Pick<Context, 'db' | 'config' | 'rules'>,
  load: () => Promise<LoadedPage>,
): Promise<ProposalListResponse> {
  const tip = await loadIndexedTip(context)
  const { views, counts, ...place } = await load()
  const data = JSON.stringify(await toProposals(context, views))
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const meta = {
    ...(tip && { latestBlock: { height: tip.toHeight, timeMs: tip.timeMs } }),
    counts: { total, ...Object.fromEntries(counts) },
    ...place,
  }
  const bodies = new LRUCache<string, Buffer>({ max: 2 })
  const encode = (sentMeta: Meta, encoding: Encoding) => {
    const rest = `"meta":${JSON.stringify(sentMeta)}`
    const key = `${encoding} ${rest}`
    const body = bodies.get(key) ?? encodeBody(`{"data":${data},${rest}}`, encoding)
    bodies.set(key, body)
    return body
  }
  return { meta, encode }
}

const countByStatus = (views: readonly ProposalView[]): Map<string, number> =>
  new Map(
    [...Map.groupBy(views, ({ status }) => status)].map(([status, own]) => [status, own.length]),
  )

/**
 * Returns a function that reads something that many ask for. Those who ask while a reading runs share the next one, which
 * begins after they asked; and nothing is read again while no transaction has written to the database since, which its
 * snapshot tells. So no answer is older than its question, whatever has changed.
 */
function loadOncePerSnapshot<Value>(
  { db }: Pick<Context, 'db'>,
  read: () => Promise<Value>,
): () => Promise<Value> {
  let kept: { snapshot: string; value: Value } | null = null
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<Value> | null = null
  const readUnlessKept = async () => {
    next = null
    // Before the reading: what is written during it is read again next time.
    const { rows } = await sql<{ snapshot: string }>`
      select pg_current_snapshot()::text as snapshot`.execute(db)
    const snapshot = String(rows[0]?.snapshot)
    if (kept?.snapshot !== snapshot) kept = { snapshot, value: await read() }
    return kept.value
  }
  return () => {
    if (next === null) {
      next = running.then(readUnlessKept)
      running = next.catch(() => {})
    }
    return next
  }
}
