import type { VoteArchive } from '@app/api/schemas/governance/vote-archive.ts'
import type { ChainEvent } from '@app/flow/read/chain.ts'
import type { Difference } from '../../checks/difference.ts'
import { findFirst } from '../checks/find-first.ts'
import { getEventType, listClaims } from './find-receipt-difference.ts'

const COMPLETE = ['ProposalCreated', 'VoteCast', 'ProposalExecuted'] as const

/** Finds the first proposal, vote or execution of the chain that the file leaves out. */
export function findMissingEvent(
  archive: VoteArchive,
  events: readonly ChainEvent[],
): Difference | null {
  const claims = listClaims(archive)
  const first = archive.proposals[0]?.id ?? 0
  const known = events.filter(({ fields }) => Number(fields.id) >= first)
  return findFirst(known, (event) => {
    const kind = COMPLETE.find(
      (name) => getEventType({ event: name }, archive.network) === event.type,
    )
    const isStated = claims.some(
      (claim) =>
        claim.event === kind &&
        claim.isAbout(event.fields) &&
        claim.stated.receipt.txId === event.txId,
    )
    return kind === undefined || isStated ? null : describeMissing(archive, kind, event)
  })
}

function describeMissing(
  { proposals }: VoteArchive,
  kind: (typeof COMPLETE)[number],
  { fields, txId, height }: ChainEvent,
): Difference {
  const index = proposals.findIndex(({ id }) => id === Number(fields.id))
  const where = `in transaction ${txId} of block ${height}`
  if (kind === 'VoteCast' && index >= 0) {
    const expected = `complete, with the vote of ${fields.voter} ${where}`
    return { path: `proposals[${index}].votes`, expected, found: 'without it' }
  }
  if (kind === 'ProposalExecuted' && index >= 0) {
    return {
      path: `proposals[${index}].execution`,
      expected: `the execution ${where}`,
      found: 'left out',
    }
  }
  const expected = `complete, with proposal ${fields.id}: ${kind} ${where}`
  return { path: 'proposals', expected, found: 'without it' }
}
