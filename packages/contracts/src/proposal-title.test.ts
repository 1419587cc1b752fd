import { toAddress } from '@app/values/address.ts'
import { describe, expect, it } from 'vitest'
import type { GovernanceAction } from './consent-message.ts'
import { formatProposalTitle, parseProposalTitle } from './proposal-title.ts'

const target = toAddress('0x179b6b1cb6755e31')
const other = toAddress('0xf3fcd2c1a78f5eee')

const RECOVERY = {
  name: 'recover',
  target,
  freezeNumber: 4n,
  recoveryAddress: other,
  recoveryAddressSince: 1_763_812_800n,
  recoveryAddressBefore: null,
} as const

const CASES: [string, GovernanceAction][] = [
  [`Freeze ${target}`, { name: 'freeze', target }],
  [
    `Unfreeze ${target}: end freeze 4`,
    { name: 'unfreeze', target, flagNumber: null, freezeNumber: 4n },
  ],
  [
    `Unfreeze ${target}: end freeze 4, and lift its flag 12`,
    { name: 'unfreeze', target, flagNumber: 12n, freezeNumber: 4n },
  ],
  [`Lift flag 12 of ${target}`, { name: 'unfreeze', target, flagNumber: 12n, freezeNumber: null }],
  [
    `Recover ${target}, frozen by freeze 4, to ${other}, its recovery address since 2025-11-22 12:00 UTC, before: none`,
    RECOVERY,
  ],
  [
    `Recover ${target}, frozen by freeze 4, to ${other}, its recovery address since 2025-11-22 12:00 UTC, before: ${target}`,
    { ...RECOVERY, recoveryAddressBefore: target },
  ],
]

describe('the title of a proposal', () => {
  it.each(CASES)('%s has the action', (title, action) => {
    expect(formatProposalTitle(action)).toBe(title)
    expect(parseProposalTitle({ action: action.name, target, title })).toEqual(action)
  })

  it.each([
    ['freeze', `Freeze ${other}`],
    ['freeze', `Unfreeze ${target}: end freeze 4`],
    ['unfreeze', `Lift flag 12 of ${other}`],
    ['unfreeze', `Unfreeze ${target}`],
    ['unfreeze', `Unfreeze ${target}: end freeze 04`],
    [
      'recover',
      `Recover ${other}, frozen by freeze 4, to ${other}, its recovery address since 2025-11-22 12:00 UTC, before: none`,
    ],
    [
      'recover',
      `Recover ${target}, frozen by freeze 4, to ${other}, its recovery address since 2025-13-22 12:00 UTC, before: none`,
    ],
    ['recover', `Recover ${target}, frozen by freeze 4, to ${other}`],
  ] as const)('of another form is not that of %s: %s', (action, title) => {
    expect(parseProposalTitle({ action, target, title })).toBeNull()
  })
})
