import type { ArchivedProposal } from '@app/api/schemas/vote-archive.ts'
import { describe, expect, it } from 'vitest'
import { ANN, TARGET } from '../testing/build-sample-archive.ts'
import { forge, verifyAlone } from '../testing/forge-archive.ts'

/** An appeal of the target against a flag, without votes. */
const forgeAppeal = (more: (appeal: ArchivedProposal) => void = () => {}) =>
  forge((proposal) => {
    const sums = { votes: [], votesFor: 0, votesAgainst: 0, status: 'pending', execution: null }
    const own = { isAppeal: true, message: null, proposer: TARGET, rank: 'other' }
    const title = `Lift flag 12 of ${TARGET}`
    Object.assign(proposal, sums, own, { action: 'unfreeze', flagNumber: 12, title })
    more(proposal)
  })

describe('an appeal', () => {
  it('has no message of its own in the file', async () => {
    expect(await verifyAlone(forgeAppeal())).toEqual({ wrong: null, undecided: [] })
  })

  it('is opened by the target', async () => {
    const file = forgeAppeal((appeal) => {
      appeal.proposer = ANN
    })
    expect((await verifyAlone(file)).wrong).toContain('proposer should be')
  })

  it('is of the lowest rank, as its target always is', async () => {
    const file = forgeAppeal((appeal) => {
      appeal.rank = 'voter'
    })
    expect((await verifyAlone(file)).wrong).toContain('rank should be "other"')
  })
})
