import type { Proposal } from '@app/api/schemas/proposal.ts'
import { buildNothingHeld } from '@app/api/testing/nothing-held.ts'
import { toAddress } from '@app/values/address.ts'
import { expect, test } from 'vitest'
import { protectionKey } from '../../lib/query-keys.ts'
import { draw } from '../../testing/draw.tsx'
import { DialogHost } from '../../ui/dialogs/dialog-host.tsx'
import { closeDialog, getPendingDialogs } from '../../ui/dialogs/dialogs.ts'
import { ProposalCard } from './card/proposal-card.tsx'
import { confirmVote } from './card/vote-buttons.tsx'
import { SignedWords } from './create/create-proposal-dialog.tsx'

const TARGET = toAddress('0x179b6b1cb6755e31')
const LIFT = 'Lift the flag. A freeze stays.'

const liftFlag: Proposal = {
  id: 7,
  action: 'unfreeze',
  flagNumber: 4,
  targetAddress: TARGET,
  proposer: toAddress('0xf3fcd2c1a78f5eee'),
  reason: 'The flag is wrong.',
  status: 'active',
  votesFor: 0,
  votesAgainst: 0,
  createdAt: 1_795_000_000,
  title: `Lift flag 4 of ${TARGET}`,
  description: 'The flag is lifted.',
  rank: 'voter',
  isAppeal: false,
  votingOutcome: 'open',
  votingEndsAt: 1_795_086_400,
  executableUntil: 1_795_691_200,
  countdowns: [],
  health: {
    voters: 0,
    sharedFunding: [],
    unknownFunding: 0,
    newVoters: 0,
    paidByProposer: 0,
    concentration: { proposals: 0, votes: 0, voters: 0, topThreeShare: 0 },
  },
}
const { flagNumber: _, ...unknown } = liftFlag

test('the card of a proposal to lift a flag says so below its heading', () => {
  const card = draw(<ProposalCard proposal={liftFlag} />)
  expect(card).toMatch(/Proposal #(<!-- -->)?7(<!-- -->)?: (<!-- -->)?UNFREEZE<\/h3>/)
  expect(card).toContain(LIFT)
  expect(draw(<ProposalCard proposal={unknown} />)).not.toContain(LIFT)
})

test('so does the question before a vote on it', async () => {
  const isSure = confirmVote([liftFlag], true)
  const dialog = draw(<DialogHost />)
  expect(dialog).toContain('Are you sure you want to vote FOR this proposal?')
  expect(dialog).toContain(LIFT)
  const [request] = getPendingDialogs()
  closeDialog(request!)
  if (request?.kind === 'confirm') request.answer(true)
  expect(await isSure).toBe(true)
})

test('and the form for it, as soon as what stands against the wallet is known', () => {
  const values = { targetAddress: TARGET, action: 'unfreeze', reason: '' } as const
  const flag = {
    number: 4,
    caseId: 'case-1',
    reasonCode: 'listed',
    flagger: TARGET,
    since: '2026-11-25T00:00:00.000Z',
  }
  const protection = { ...buildNothingHeld(TARGET), flag }
  const words = <SignedWords values={values} />
  expect(draw(words, { answers: [[protectionKey(TARGET), protection]] })).toContain(LIFT)
  expect(draw(words)).toBe('')
})

test('a reason of more than 150 characters is cut between two of them', () => {
  const start = `${'a'.repeat(149)}😀`
  const drawReason = (reason: string) => draw(<ProposalCard proposal={{ ...liftFlag, reason }} />)
  expect(drawReason(`${start}b`)).toContain(`>${start}...<button`)
  expect(drawReason(start)).toContain(`>${start}<`)
})
