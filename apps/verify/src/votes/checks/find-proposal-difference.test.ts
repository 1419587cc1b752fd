import type { ArchivedProposal } from '@app/api/schemas/governance/vote-archive.ts'
import { describe, expect, it } from 'vitest'
import { ANN, TARGET } from '../../testing/build-sample-archive.ts'
import { forge, verifyAlone } from '../../testing/forge-archive.ts'

/** An appeal of the target against the flag of a case, without votes. */
const forgeAppeal = (more: (appeal: ArchivedProposal) => void = () => {}) =>
  forge((proposal) => {
    const sums = { votes: [], votesFor: 0, votesAgainst: 0, status: 'pending', execution: null }
    const appeal = { isAppeal: true, message: null, proposer: TARGET, action: 'unfreeze' }
    Object.assign(proposal, sums, appeal, { title: `Lift the flag of ${TARGET}, case case-12` })
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

  it('alone names a case', async () => {
    const file = forge((proposal) => {
      proposal.action = 'unfreeze'
      proposal.title = `Lift the flag of ${TARGET}, case case-12`
    })
    expect((await verifyAlone(file)).wrong).toContain('isAppeal should be true')
  })
})
