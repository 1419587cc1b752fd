import type { GovernanceAction } from '@app/contracts/consent-message.ts'
import { parseProposalTitle } from '@app/contracts/proposal-title.ts'
import { type EntryWithDetails, type ParsedCase, selectEntries } from './parse-entries.ts'

/** A proposal of a case with what happened to it. */
export interface Ballot {
  proposal: EntryWithDetails<'proposal'>
  /** `null` when its title is not one of the contract's. */
  action: GovernanceAction | null
  votes: EntryWithDetails<'vote'>[]
  end: EntryWithDetails<'voting_end'> | null
  execution: EntryWithDetails<'execution'> | null
}

/** Lists the proposals of a case, in the order of the file. */
export function listBallots(parsed: ParsedCase): Ballot[] {
  return selectEntries(parsed, 'proposal').map((proposal) => {
    const { proposalId, action, title } = proposal.details
    const isAbout = (entry: { details: { proposalId: number } }) =>
      entry.details.proposalId === proposalId
    return {
      proposal,
      action: parseProposalTitle({ action, target: parsed.address, title }),
      votes: selectEntries(parsed, 'vote').filter(isAbout),
      end: selectEntries(parsed, 'voting_end').find(isAbout) ?? null,
      execution: selectEntries(parsed, 'execution').find(isAbout) ?? null,
    }
  })
}

/** Returns the votes that count: the last of each voter, which has the highest number. */
export function listCountedVotes(votes: readonly EntryWithDetails<'vote'>[]) {
  return votes.filter(
    ({ entry, details }) =>
      !votes.some(
        (other) => other.entry.by === entry.by && other.details.sequence > details.sequence,
      ),
  )
}

/** Counts votes For and Against. */
export function countVotes(votes: readonly EntryWithDetails<'vote'>[]) {
  const counted = listCountedVotes(votes)
  const votesFor = counted.filter(({ details }) => details.support).length
  return { votesFor, votesAgainst: counted.length - votesFor }
}
