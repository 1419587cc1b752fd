import type { ArchivedProposal } from '@app/api/schemas/vote-archive.ts'
import { describe, expect, it } from 'vitest'
import { buildSampleArchive, CREATED_AT } from '../testing/build-sample-archive.ts'
import { type Change, forge, verifyAlone } from '../testing/forge-archive.ts'
import { DAY } from '../testing/sign-sample-message.ts'
import { findStatusFinding, readTimeBounds } from './statuses.ts'

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
})

/** Builds a proposal of the sample with enough votes For, whose number gives its minute. */
function build(id: number, change: Partial<ArchivedProposal>): ArchivedProposal {
  const [sample] = buildSampleArchive().proposals as [ArchivedProposal]
  const createdAt = CREATED_AT + id * 60
  const times = {
    createdAt,
    votingEndsAt: createdAt + DAY,
    receipt: { ...sample.receipt, at: createdAt },
  }
  return { ...sample, id, ...times, status: 'approved', execution: null, votes: [], ...change }
}

const executedAt = (at: number) =>
  ({ status: 'executed', execution: { txId: 'd'.repeat(64), height: 900, at } }) as const

const find = (...proposals: ArchivedProposal[]) => {
  const archive = { ...buildSampleArchive(), proposals }
  return findStatusFinding(archive, { time: readTimeBounds(archive), finals: new Map() })
}

const REJECTED = { votesFor: 1, votesAgainst: 2 } as const
const UNFREEZE = { action: 'unfreeze', freezeNumber: 3 } as const
const RECOVER = { action: 'recover', freezeNumber: 3 } as const
const LATE = CREATED_AT + 4 * DAY

describe('what another proposal undid', () => {
  it('a freeze expires before its time only by a vote that ends a freeze', () => {
    const freeze = build(1, { ...REJECTED, status: 'expired' })
    expect(find(freeze)).toMatchObject({ expected: expect.stringContaining('rejected') })
    expect(find(freeze, build(2, { ...UNFREEZE, ...REJECTED, status: 'rejected' }))).toMatchObject({
      found: 'expired',
    })
    expect(find(freeze, build(2, UNFREEZE))).toEqual({
      because: expect.stringContaining('Not checkable from the file: whether proposal 1 expired'),
    })
  })

  it('proposals before the file can have ended a freeze', () => {
    expect(find(build(5, { ...REJECTED, status: 'expired' }))).toHaveProperty('because')
  })

  it('what an unfreeze or a recovery names can end by what the file does not have', () => {
    for (const action of [UNFREEZE, RECOVER])
      expect(find(build(1, { ...action, ...REJECTED, status: 'expired' }))).toHaveProperty(
        'because',
      )
  })

  it('a freeze that an approved unfreeze overruled is not executed', () => {
    const freeze = build(1, executedAt(CREATED_AT + 2 * DAY))
    expect(find(freeze, build(2, UNFREEZE))).toMatchObject({
      path: 'proposals[0].execution',
      expected: 'null, because proposal 2 had stopped it',
    })
    expect(find(freeze, build(2, { ...UNFREEZE, flagNumber: 5 }))).toBeNull()
  })

  it('a recovery is not executed under a freeze that a vote decided to end, nor twice', () => {
    const recovery = build(1, { ...RECOVER, ...executedAt(LATE) })
    expect(find(recovery, build(2, { ...UNFREEZE, flagNumber: 5 }))).toMatchObject({
      expected: 'null, because proposal 2 had stopped it',
    })
    expect(find(recovery, build(2, { ...UNFREEZE, freezeNumber: 4 }))).toBeNull()
    const again = build(2, { ...RECOVER, ...executedAt(LATE + 60) })
    expect(find(recovery, again)).toMatchObject({ path: 'proposals[1].execution' })
  })

  it('a recovery is not executed while the first appeal against its freeze is open', () => {
    const buildAppeal = (id: number, createdAt: number) =>
      build(id, {
        ...UNFREEZE,
        ...REJECTED,
        isAppeal: true,
        status: 'rejected',
        createdAt,
        votingEndsAt: createdAt + DAY,
      })
    const recovery = build(1, { ...RECOVER, ...executedAt(LATE) })
    expect(find(recovery, buildAppeal(2, LATE - 60))).toMatchObject({
      expected: 'null, because proposal 2 had stopped it',
    })
    const second = buildAppeal(3, LATE - 60)
    expect(find(recovery, buildAppeal(2, LATE - 2 * DAY), second)).toBeNull()
  })
})
