import type { ArchivedProposal } from '@app/api/schemas/governance/vote-archive.ts'
import { describe, expect, it } from 'vitest'
import { buildSampleArchive } from '../../testing/build-sample-archive.ts'
import { type Change, forge, type Votes, verifyAlone } from '../../testing/forge-archive.ts'

/** Sets the status of a proposal that was not executed. */
const forgeStatus = (status: ArchivedProposal['status'], more: Change = () => {}) =>
  forge((proposal, votes, archive) => {
    proposal.status = status
    proposal.execution = null
    more(proposal, votes, archive)
  })

const removeOneVote: Change = (proposal) => {
  proposal.votes.pop()
  proposal.votesFor = 2
}

describe('without an execution, a status', () => {
  it.each<[ArchivedProposal['status'], Change | undefined]>([
    ['approved', undefined],
    ['active', undefined],
    ['expired', undefined],
    ['expired', removeOneVote],
    ['active', removeOneVote],
  ])('%s is possible', async (status, more) => {
    expect((await verifyAlone(forgeStatus(status, more))).wrong).toBeNull()
  })

  it.each<[ArchivedProposal['status'], Change | undefined]>([
    ['rejected', undefined],
    ['pending', undefined],
    ['approved', removeOneVote],
    ['rejected', removeOneVote],
  ])('%s is impossible', async (status, more) => {
    expect((await verifyAlone(forgeStatus(status, more))).wrong).toContain('status should be')
  })

  it('expired of a rejected freeze is not checkable from the file', async () => {
    const archive = buildSampleArchive({ isLastFor: false })
    const proposal = archive.proposals[0] as ArchivedProposal
    const [one, two, , four] = proposal.votes as Votes
    const sums = { votesFor: 1, votesAgainst: 2, status: 'expired', execution: null }
    Object.assign(proposal, { ...sums, votes: [{ ...one, isCounted: true }, two, four] })
    const { wrong, undecided } = await verifyAlone(archive)
    expect([wrong, undecided.length]).toEqual([null, 1])
    expect(undecided[0]).toContain('Not checkable from the file: whether proposal 1 expired')
  })
})
