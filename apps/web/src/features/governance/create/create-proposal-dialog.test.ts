import type { Proposal } from '@app/api/schemas/proposal.ts'
import type { Protection } from '@app/api/schemas/protection.ts'
import { toAddress } from '@app/values/address.ts'
import type { ProposalAction } from '@app/values/governance.ts'
import { expect, test } from 'vitest'
import { buildProposal } from '../../../testing/build-proposal.ts'
import { describeObstacle, describeProposer } from './create-proposal-dialog.tsx'

const NOW_MS = Date.UTC(2026, 2, 10, 12)
const formatTime = (hours: number) => new Date(NOW_MS + hours * 3_600_000).toISOString()

const freeze = (hoursLeft: number, overruledAt: string | null = null) => ({
  ...{ number: 2, proposalId: 3, isProtection: false, until: formatTime(hoursLeft), overruledAt },
  ...{ since: formatTime(hoursLeft - 168), renewedAt: formatTime(hoursLeft - 168) },
})

const LATE = /^The freeze ends on .*2026.*: renew the freeze first\.$/
const NOT_FROZEN = /^This wallet is not frozen/
const OVERRULED = /^A vote decided on .*2026.* to end this freeze: no recovery opens under it\./
const NOTHING = /nothing to lift\.$/

test.each<[ProposalAction, Protection['freeze'], RegExp | null]>([
  ['recover', freeze(24.01), null],
  ['recover', freeze(24), LATE],
  ['recover', freeze(5), LATE],
  ['recover', freeze(100, formatTime(-2)), OVERRULED],
  ['recover', freeze(0, formatTime(-2)), NOT_FROZEN],
  ['recover', freeze(0), NOT_FROZEN],
  ['recover', null, NOT_FROZEN],
  ['unfreeze', freeze(1), null],
  ['unfreeze', freeze(0), NOTHING],
  ['unfreeze', null, NOTHING],
  ['freeze', null, null],
])('before a proposal to %s under %j stands: %s', (action, standing, obstacle) => {
  const found = describeObstacle(action, { freeze: standing, flag: null }, NOW_MS)
  expect(found).toEqual(obstacle && expect.stringMatching(obstacle))
})

test('whoever may propose is told so, and a wallet with three open votes that it cannot', () => {
  const open = [1, 2, 3].map((id) => buildProposal({ id }))
  const wallet = toAddress(open[0]!.proposer)
  const changeLast = (change: Partial<Proposal>) => open.with(2, { ...open[2]!, ...change })
  expect(describeProposer(wallet, open)).toMatch(/^Your wallet has 3 proposals open for votes/)
  for (const proposals of [
    changeLast({ status: 'rejected' }),
    changeLast({ isAppeal: true }),
    changeLast({ proposer: '0x07a8b9c0d1e2f304' }),
    changeLast({ rank: 'appointed' }),
  ])
    expect(describeProposer(wallet, proposals)).toBe('Any wallet can propose, whatever its score.')
  expect(describeProposer(null, open)).toContain('Connect yours first')
})
