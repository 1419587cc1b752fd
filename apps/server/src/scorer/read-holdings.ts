import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import { arg } from '@app/flow/decode/cadence-arg.ts'
import { NodeRefusedError } from '@app/flow/errors.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { Address } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'

/** Number of storage paths read by one script; accounts rarely have more. */
const PATHS_PER_PAGE = 200

/**
 * Maximum number of scripts per account, so that broken collections cannot delay a score
 * indefinitely.
 */
const MAX_SCRIPTS = 40

export interface NftHoldings {
  /** Number of NFTs by collection type identifier. */
  counts: Map<string, number>
  /** Number of unreadable storage paths: their code is broken, or exceeds the computation limit. */
  skippedPaths: number
}

interface HoldingsQuery {
  address: Address
  network: Network
  /** All pages are read at this height, so that they show one state. */
  atHeight: number
  pathsPerPage?: number
}

interface Page {
  from: number
  upTo: number
}

interface PageResult {
  total: bigint
  counts: Record<string, bigint>
}

/**
 * Counts the NFTs in every collection in an account's storage, public or not, page by page. A page
 * that fails is halved until the broken path is isolated; that path is skipped.
 */
export async function readHoldings(
  flow: Pick<FlowReader, 'executeScript'>,
  query: HoldingsQuery,
): Promise<NftHoldings> {
  const { pathsPerPage = PATHS_PER_PAGE } = query
  const counts = new Map<string, number>()
  const pending: Page[] = [{ from: 0, upTo: pathsPerPage }]
  let queuedUpTo = pathsPerPage
  let skippedPaths = 0
  for (let scripts = 0; scripts < MAX_SCRIPTS; scripts++) {
    const page = pending.pop()
    if (page === undefined) break
    const answer = await readPage(flow, query, page)
    if (answer === null) {
      const halves = splitPage(page)
      pending.push(...halves)
      if (halves.length === 0) skippedPaths += 1
      continue
    }
    addCounts(counts, answer.counts)
    const total = Number(answer.total)
    for (; queuedUpTo < total; queuedUpTo += pathsPerPage)
      pending.push({ from: queuedUpTo, upTo: Math.min(queuedUpTo + pathsPerPage, total) })
  }
  const unread = pending.reduce((sum, { from, upTo }) => sum + upTo - from, 0)
  return { counts, skippedPaths: skippedPaths + unread }
}

/** Returns both halves of a page, the lower last; none of a single path. */
function splitPage({ from, upTo }: Page): Page[] {
  if (upTo - from <= 1) return []
  const middle = Math.floor((from + upTo) / 2)
  return [
    { from: middle, upTo },
    { from, upTo: middle },
  ]
}

async function readPage(
  flow: Pick<FlowReader, 'executeScript'>,
  { address, network, atHeight }: HoldingsQuery,
  { from, upTo }: Page,
): Promise<PageResult | null> {
  const args = [arg.address(address), arg.integer('Int', from), arg.integer('Int', upTo)]
  try {
    const answer = await flow.executeScript(buildHoldingsPageScript(network), args, atHeight)
    return answer as PageResult
  } catch (error) {
    if (error instanceof NodeRefusedError) return null
    throw error
  }
}

/**
 * Builds the script that reads the storage paths `from` to `upTo` of an account and counts the NFTs
 * of each collection type. A path with code that no longer type-checks, or a collection that
 * panics, aborts the script; the caller then halves the page. The script returns { total: number of
 * paths, counts: {collection type identifier: NFTs} }.
 */
function buildHoldingsPageScript(network: Network): string {
  return `import NonFungibleToken from ${getContractAddress('NonFungibleToken', network)}

access(all) struct Page {
    access(all) let total: Int
    access(all) let counts: {String: Int}

    init(total: Int, counts: {String: Int}) {
        self.total = total
        self.counts = counts
    }
}

access(all) fun main(address: Address, from: Int, upTo: Int): Page {
    let account = getAuthAccount<auth(BorrowValue) &Account>(address)
    let paths = account.storage.storagePaths
    let counts: {String: Int} = {}
    let end = paths.length < upTo ? paths.length : upTo
    var i = from
    while i < end {
        let path = paths[i]
        i = i + 1
        let type = account.storage.type(at: path)
        if type == nil || type!.isRecovered || !type!.isSubtype(of: Type<@{NonFungibleToken.Collection}>()) {
            continue
        }
        if let collection = account.storage.borrow<&{NonFungibleToken.Collection}>(from: path) {
            counts[type!.identifier] = (counts[type!.identifier] ?? 0) + collection.getLength()
        }
    }
    return Page(total: paths.length, counts: counts)
}
`
}

function addCounts(total: Map<string, number>, counts: PageResult['counts']): void {
  for (const [collection, count] of Object.entries(counts))
    total.set(collection, (total.get(collection) ?? 0) + Number(count))
}
