import type { Proposal } from '@app/api/schemas/proposal.ts'
import { expect, test } from 'vitest'
import { buildProposal } from '../../../testing/build-proposal.ts'
import { listNotes } from './proposal-card.tsx'

const APPEAL = 'An appeal of the target.'
const LIFTED = 'Its approval lifted the flag when the voting ended.'
const LATE = 'The voters approved it, but it was not executed and no longer can be.'
const flagAppeal = { isAppeal: true, flagNumber: 4 }
const obstacle = '0x07 must be frozen for 72 hours first'

test.each<[Partial<Proposal>, string[]]>([
  [{}, [LATE]],
  [{ isAppeal: true, freezeNumber: 3 }, [APPEAL, LATE]],
  [{ status: 'executed' }, []],
  // An upheld appeal against a flag lifted it at once.
  [{ ...flagAppeal, status: 'approved' }, [APPEAL, LIFTED]],
  [flagAppeal, [APPEAL, LIFTED]],
  [{ ...flagAppeal, status: 'active', votingOutcome: 'open' }, [APPEAL]],
  [{ ...flagAppeal, status: 'rejected', votingOutcome: 'rejected' }, [APPEAL]],
  [{ status: 'approved', obstacle }, [obstacle]],
  [{ voidReason: 'Flag 4 was lifted.' }, ['It can no longer take effect: Flag 4 was lifted.']],
])('a proposal that expired after its approval, with %j, has the notes %j', (change, notes) => {
  const proposal = buildProposal({ status: 'expired', votingOutcome: 'approved', ...change })
  expect(listNotes(proposal)).toEqual(notes)
})
