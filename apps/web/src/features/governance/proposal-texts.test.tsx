import { readAs } from '@app/api/client/read-as.ts'
import { ProposalSchema } from '@app/api/schemas/proposal.ts'
import { buildNothingHeld } from '@app/api/testing/nothing-held.ts'
import { toAddress } from '@app/values/address.ts'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { protectionKey } from '../../lib/query-keys.ts'
import { buildProposal } from '../../testing/build-proposal.ts'
import { draw } from '../../testing/draw.tsx'
import { closeDialog, DialogHost, getPendingDialogs, showAlert } from '../../ui/dialogs/dialogs.tsx'
import { ProposalCard } from './card/proposal-card.tsx'
import { confirmVote } from './card/vote-buttons.tsx'
import { VoteTally } from './card/vote-tally.tsx'
import { SignedWords } from './create/create-proposal-dialog.tsx'

const TARGET = toAddress('0x179b6b1cb6755e31')
const LIFT = 'Lift the flag. A freeze stays.'
const liftFlag = buildProposal({ action: 'unfreeze', flagNumber: 4 })

const drawPlain = (element: ReactElement) => draw(element).replaceAll('<!-- -->', '')

test('that a proposal lifts a flag is said on its card, before a vote, and in the form for it', async () => {
  expect(drawPlain(<ProposalCard proposal={liftFlag} />)).toContain(LIFT)
  const { flagNumber: _, ...unknown } = liftFlag
  expect(drawPlain(<ProposalCard proposal={unknown} />)).not.toContain(LIFT)

  const isSure = confirmVote([liftFlag], true)
  expect(draw(<DialogHost />)).toContain('Are you sure you want to vote FOR this proposal?')
  expect(draw(<DialogHost />)).toContain(LIFT)
  const [request] = getPendingDialogs()
  closeDialog(request!)
  if (request?.kind === 'confirm') request.answer(true)
  expect(await isSure).toBe(true)

  const values = { targetAddress: TARGET, action: 'unfreeze', reason: '' } as const
  const since = '2026-11-25T00:00:00.000Z'
  const flag = { number: 4, caseId: 'case-1', reasonCode: 'listed', flagger: TARGET, since }
  const protection = { ...buildNothingHeld(TARGET), flag }
  const words = <SignedWords values={values} />
  expect(draw(words, { answers: [[protectionKey(TARGET), protection]] })).toContain(LIFT)
  expect(draw(words)).toBe('')
})

test('the card of an unknown action and status names both, in gray, and no effect', () => {
  const strange = { ...buildProposal(), action: 'constructor', status: 'On hold' }
  const card = drawPlain(<ProposalCard proposal={readAs(ProposalSchema, strange)!} />)
  expect(card).toContain('📋')
  expect(card).toContain('Proposal #7: CONSTRUCTOR</h3>')
  expect(card).toMatch(/bg-sunken[^>]*>On hold</)
  expect(card).toContain('Voting closed - On hold')
  expect(card).not.toContain('What will happen')
})

test('the message that a proposal was created links its transaction, should no tab open', () => {
  const txId = 'ab'.repeat(32)
  void showAlert('Proposal created successfully!', txId)
  const dialog = draw(<DialogHost />)
  closeDialog(getPendingDialogs()[0]!)
  expect(dialog).toMatch(new RegExp(`<a href="[^"]+${txId}" target="_blank"`))
})

test.each(['😀', '👨‍👩‍👧‍👦', '🇺🇦', 'ẹ̈', 'क्षि'])(
  'a reason of more than 150 characters is cut behind %s',
  (character) => {
    const start = `${'a'.repeat(149)}${character}`
    const readCard = (reason: string) =>
      draw(<ProposalCard proposal={{ ...liftFlag, reason }} />).replace(/<[^>]*>/g, '')
    expect(readCard(`${start}b`)).toContain(`${start}...Show more`)
    expect(readCard(start)).toContain(`${start}For: 0`)
  },
)

test('an open vote stands whole, and a closed one is folded to its facts', () => {
  const [open, closed] = (['active', 'rejected'] as const).map((status) =>
    drawPlain(<ProposalCard proposal={buildProposal({ status, votesAgainst: 3 })} />),
  )
  expect(open).not.toContain('<summary class="list-none')
  const [, summary] = /<summary.*?>(.*?)<\/summary>/.exec(closed ?? '') ?? []
  for (const fact of ['Proposal #7: FREEZE</h3>', 'Emptied more', '>rejected<', '0 For, 3 Against'])
    expect(summary).toContain(fact)
  for (const text of ['Proposer', 'Total votes: 3 • Required: 3', 'Voting closed - rejected'])
    expect(closed).toContain(text)
})

test.each([
  [0, 1, ['w-[0%]', 'w-[33%]', 'left-[100%]']],
  [1, 1, ['w-[33%]', 'w-[33%]', 'left-[100%]']],
  [3, 1, ['w-[75%]', 'w-[25%]', 'left-[75%]']],
])(
  'the bar of %i votes For and %i Against has its mark at three votes',
  (...[votesFor, votesAgainst, classes]) => {
    const bar = draw(<VoteTally votes={{ votesFor, votesAgainst }} />)
    expect(bar.match(/\b(w|left)-\[\d+%\]/g)).toEqual(classes)
  },
)
