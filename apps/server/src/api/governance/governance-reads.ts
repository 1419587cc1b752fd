import type { Meta } from '@app/api/schemas/envelope.ts'
import type { Proposal } from '@app/api/schemas/proposal.ts'
import type { Address } from '@app/values/address.ts'
import { LRUCache } from 'lru-cache'
import { loadIndexedTip } from '../../facts/load-indexed-tip.ts'
import {
  type ProposalView,
  readOpenProposals,
  readProposalPage,
  type StatusCounts,
} from '../../governance/read-proposals.ts'
import type { Context } from '../../runtime/context.ts'
import {
  checkVoteEligibility,
  type VoteDecisions,
  type Voter,
} from '../consent/check-vote-eligibility.ts'
import { type Encoding, encodeBody } from '../http/negotiate-response.ts'
import { loadOncePerSnapshot } from './load-once-per-snapshot.ts'
import { loadProposalList, toProposals } from './to-proposals.ts'

/** What many ask for at the same time. */
export interface GovernanceReads {
  readOpenProposals(): Promise<ProposalView[]>
  readProposalList(page: ListedPage): Promise<ProposalListResponse>
  votes: VoteDecider
}

/** Which proposals: all, unless one of the two is given. */
interface ListedPage {
  limit?: number
  /** The number of the last proposal of the previous page. */
  cursor?: string
}

/** A list of proposals. */
interface ProposalListResponse {
  /** Without degraded parts; its cursor is the place alone. */
  meta: Meta
  /** Returns the response with what `meta` becomes when it is sent; built and compressed once for all who get the same. */
  encode(meta: Meta, encoding: Encoding): Buffer
}

/** What wallets may vote on, as of the latest indexed block. */
interface VoteDecider {
  /**
   * Returns what holds at a block that is not older than `height`; `beforeAsking` is called where that has to be decided
   * now, which asks the node and may compute a score, and may throw.
   */
  decide(
    voter: Voter,
    asOf: { height: number; beforeAsking: () => void },
  ): Promise<VoteDecisions | null>
}

/** Pages that are kept, beside the whole list. */
const MAX_PAGES = 50

/** Wallets whose answers are kept. */
const MAX_KEPT = 1_000

export function createGovernanceReads(context: Context): GovernanceReads {
  const readPage = createPageReader(context)
  const pages = new Map<string, () => Promise<ProposalListResponse>>()
  const keepPage = (page: ListedPage) => {
    const [oldest] = pages.keys()
    if (pages.size > MAX_PAGES && oldest !== undefined) pages.delete(oldest)
    return loadOncePerSnapshot(context, () => loadProposalListResponse(context, page, readPage))
  }
  return {
    readOpenProposals: loadOncePerSnapshot(context, () => readOpenProposals(context)),
    readProposalList: ({ limit, cursor }) => {
      const page = {
        ...(limit !== undefined && { limit }),
        ...(cursor !== undefined && { cursor }),
      }
      const key = JSON.stringify(page)
      const read = pages.get(key) ?? keepPage(page)
      // The one that was asked for last is the last to go.
      pages.delete(key)
      pages.set(key, read)
      return read()
    },
    votes: createVoteDecider(context),
  }
}

/** Loads the answer with all proposals, or with a page of them. */
async function loadProposalListResponse(
  context: Pick<Context, 'db' | 'config' | 'rules'>,
  page: ListedPage,
  readPage: PageReader,
): Promise<ProposalListResponse> {
  const tip = await loadIndexedTip(context)
  const isWhole = page.limit === undefined && page.cursor === undefined
  const { proposals, ...listed } = await (isWhole ? loadAll(context) : readPage(page))
  const data = JSON.stringify(proposals)
  const latestBlock = tip && { height: tip.toHeight, timeMs: tip.timeMs }
  const meta = { ...(latestBlock && { latestBlock }), ...listed }
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

async function loadAll(context: Pick<Context, 'db' | 'config'>) {
  const proposals = await loadProposalList(context)
  return { proposals, counts: addTotal(countByStatus(proposals)) }
}

type PageReader = ReturnType<typeof createPageReader>

/** Creates a reader of pages, which share the counts of all proposals. */
function createPageReader(context: Pick<Context, 'db' | 'config'>) {
  let counted: StatusCounts | null = null
  return async ({ limit = Number.MAX_SAFE_INTEGER, cursor }: ListedPage) => {
    const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor)
    const { views, hasMore, counts } = await readProposalPage(context, { limit, before }, counted)
    counted = counts
    const last = views.at(-1)
    return {
      proposals: await toProposals(context, views),
      counts: addTotal(counts.byStatus),
      ...(hasMore && last !== undefined && { nextCursor: String(last.ballot.id) }),
    }
  }
}

function countByStatus(proposals: readonly Proposal[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { status } of proposals) counts.set(status, (counts.get(status) ?? 0) + 1)
  return counts
}

function addTotal(counts: ReadonlyMap<string, number>): Record<string, number> {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return { total, ...Object.fromEntries(counts) }
}

/** Decides once for each wallet and block. */
function createVoteDecider(context: Context): VoteDecider {
  const kept = new Map<Address, { ids: string; answer: Promise<VoteDecisions | null> }>()
  const ask = ({ address, ids }: Voter): Promise<VoteDecisions | null> => {
    const answer = checkVoteEligibility(context, { address, ids })
    kept.delete(address)
    kept.set(address, { ids: ids.join(), answer })
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_KEPT) break
      kept.delete(oldest)
    }
    return answer
  }
  return {
    decide: async (voter, { height, beforeAsking }) => {
      const last = kept.get(voter.address)
      const answer = last?.ids === voter.ids.join() ? await last.answer.catch(() => null) : null
      if (answer !== null && answer.height >= height) return answer
      beforeAsking()
      return await ask(voter)
    },
  }
}
