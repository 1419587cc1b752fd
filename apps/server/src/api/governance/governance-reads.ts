import type { Meta } from '@app/api/schemas/envelope.ts'
import type { Proposal } from '@app/api/schemas/proposal.ts'
import type { Address } from '@app/values/address.ts'
import { loadIndexedTip } from '../../facts/load-indexed-tip.ts'
import {
  type Eligibility,
  type EligibilityQuestion,
  readEligibility,
} from '../../flow-access/read-eligibility.ts'
import {
  type ProposalView,
  readOpenProposals,
  readProposalPage,
} from '../../governance/read-proposals.ts'
import type { Context } from '../../runtime/context.ts'
import { type GzipStart, startGzip } from '../../scorer/gzip-start.ts'
import { RESPONSE_START } from '../../scorer/write-cached-response.ts'
import { loadOncePerSnapshot } from './load-once-per-snapshot.ts'
import { loadProposalList, toProposals } from './to-proposals.ts'

/** What many ask for at the same time. */
export interface GovernanceReads {
  readOpenProposals(): Promise<ProposalView[]>
  readProposalList(page: ListedPage): Promise<ProposalListResponse>
  eligibility: EligibilityReader
}

/** Which proposals: all, unless one of the two is given. */
interface ListedPage {
  limit?: number
  /** The number of the last proposal of the previous page. */
  cursor?: string
}

/** A list of proposals, ready to be sent up to its last fields. */
interface ProposalListResponse {
  text: string
  start: GzipStart
  /** Without degraded parts; its cursor is the place alone. */
  meta: Meta
}

/** What the contracts said about wallets, as of the latest indexed block. */
interface EligibilityReader {
  /**
   * Returns what the contracts say at a block that is not older than `height`; `beforeAsking` is called where the node has
   * to be asked, and may throw.
   */
  read(
    question: EligibilityQuestion,
    asOf: { height: number; beforeAsking: () => void },
  ): Promise<Eligibility | null>
}

interface Asked {
  question: string
  answer: Promise<Eligibility | null>
}

/** Pages that are kept, beside the whole list. */
const MAX_PAGES = 50

/** Wallets whose answers are kept. */
const MAX_KEPT = 1_000

export function createGovernanceReads(context: Context): GovernanceReads {
  const pages = new Map<string, () => Promise<ProposalListResponse>>()
  const keepPage = (page: ListedPage) => {
    const [oldest] = pages.keys()
    if (pages.size > MAX_PAGES && oldest !== undefined) pages.delete(oldest)
    return loadOncePerSnapshot(context, () => loadProposalListResponse(context, page))
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
    eligibility: createEligibilityReader(context),
  }
}

/** Loads the answer with all proposals, or with a page of them. */
async function loadProposalListResponse(
  context: Pick<Context, 'db' | 'config' | 'rules'>,
  page: ListedPage,
): Promise<ProposalListResponse> {
  const tip = await loadIndexedTip(context)
  const isWhole = page.limit === undefined && page.cursor === undefined
  const { proposals, ...listed } = await (isWhole ? loadAll(context) : loadPage(context, page))
  const text = RESPONSE_START + JSON.stringify(proposals)
  const latestBlock = tip && { height: tip.toHeight, timeMs: tip.timeMs }
  const meta = { ...(latestBlock && { latestBlock }), ...listed }
  return { text, start: startGzip(text), meta }
}

async function loadAll(context: Pick<Context, 'db' | 'config'>) {
  const proposals = await loadProposalList(context)
  return { proposals, counts: addTotal(countByStatus(proposals)) }
}

async function loadPage(
  context: Pick<Context, 'db' | 'config'>,
  { limit = Number.MAX_SAFE_INTEGER, cursor }: ListedPage,
) {
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor)
  const { views, hasMore, counts } = await readProposalPage(context, { limit, before })
  const last = views.at(-1)
  return {
    proposals: await toProposals(context, views),
    counts: addTotal(counts),
    ...(hasMore && last !== undefined && { nextCursor: String(last.ballot.id) }),
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

/** Creates a reader that asks the node once for each wallet and block. */
function createEligibilityReader({
  flow,
  config: { network },
}: Pick<Context, 'flow' | 'config'>): EligibilityReader {
  const kept = new Map<Address, Asked>()
  const ask = (question: EligibilityQuestion): Promise<Eligibility | null> => {
    const answer = readEligibility({ flow, network }, question)
    kept.delete(question.voter)
    kept.set(question.voter, { question: JSON.stringify(question), answer })
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_KEPT) break
      kept.delete(oldest)
    }
    return answer
  }
  return {
    read: async (question, { height, beforeAsking }) => {
      const last = kept.get(question.voter)
      const isSame = last?.question === JSON.stringify(question)
      const answer = isSame ? await last.answer.catch(() => null) : null
      if (answer !== null && answer.height >= height) return answer
      beforeAsking()
      return await ask(question)
    },
  }
}
