import type { VoteArchive } from '@app/api/schemas/vote-archive.ts'
import type { BlockRange } from '@app/flow/read/chain.ts'
import { buildVoteArchive } from '@app/server/api/governance/vote-archive.ts'
import { rescanContracts } from '@app/server/rescan/rescan-contracts.ts'
import { NETWORKS } from '@app/values/network.ts'
import { type Difference, findFirstDifference } from '../check.ts'
import type { Scratch } from '../verified-format.ts'

/** From the first block of the network, else from that of the first proposal; `null` when the file has none. */
export function getScanRange({ proposals, toHeight, network }: VoteArchive): BlockRange | null {
  const { startHeight } = NETWORKS[network]
  const first = typeof startHeight === 'number' ? startHeight : proposals[0]?.receipt.height
  return first === undefined ? null : { fromHeight: first, toHeight }
}

/** Indexes all blocks of the archive and builds it from them with the code of the server. Returns the first difference. */
export async function findScannedDifference(
  archive: VoteArchive,
  { context, ...options }: Scratch,
): Promise<Difference | null> {
  const range = getScanRange(archive)
  if (range === null) return null
  await rescanContracts(context, range, options)
  const { proposals, ...rest } = await buildVoteArchive(context)
  const first = archive.proposals[0]?.id ?? 1
  const expected = proposals
    .filter(({ id }) => id >= first)
    .map((proposal, index) => ({
      ...proposal,
      ...keepUnknown(archive.proposals[index], proposal),
    }))
  return findFirstDifference('', { ...rest, proposals: expected }, archive)
}

type Proposal = VoteArchive['proposals'][number]

/** Keeps what the operator withholds, and messages whose signatures the server did not find. */
function keepUnknown(stated: Proposal | undefined, scanned: Proposal): Partial<Proposal> {
  if (stated === undefined) return {}
  const { isReasonWithheld, reason } = stated
  const isUnknown = (message: Proposal['message']) => message?.signatures.length === 0
  return {
    ...(isReasonWithheld === true && { isReasonWithheld, reason }),
    ...(isUnknown(stated.message) && { message: stated.message }),
    votes: scanned.votes.map((vote, index) => {
      const message = stated.votes[index]?.message
      return message !== undefined && isUnknown(message) ? { ...vote, message } : vote
    }),
  }
}
