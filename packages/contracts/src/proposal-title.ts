import { type Address, parseAddress } from '@app/values/address.ts'
import { formatMinute } from '@app/values/time.ts'
import type { GovernanceAction } from './consent-message.ts'

/** What a proposal does, with the title of its event `ProposalCreated`. */
export interface TitledAction {
  action: GovernanceAction['name']
  target: Address
  title: string
}

/**
 * Returns the action of a proposal with everything that its signed lines contain, which the title
 * states; `null` when the title is not one that the contract gives this action.
 */
export function parseProposalTitle({
  action,
  target,
  title,
}: TitledAction): GovernanceAction | null {
  const parsed = parseAction({ action, target, title })
  return parsed !== null && formatProposalTitle(parsed) === title ? parsed : null
}

/** Formats the title of a proposal. Source: `getTitle` of `DharmaProposals.Terms`. */
export function formatProposalTitle(action: GovernanceAction): string {
  const { target } = action
  switch (action.name) {
    case 'freeze':
      return `Freeze ${target}`
    case 'unfreeze': {
      const { flagNumber, freezeNumber } = action
      if (freezeNumber === null) return `Lift flag ${flagNumber} of ${target}`
      const flag = flagNumber === null ? '' : `, and lift its flag ${flagNumber}`
      return `Unfreeze ${target}: end freeze ${freezeNumber}${flag}`
    }
    case 'recover': {
      const since = formatMinute(action.recoveryAddressSince)
      const before = action.recoveryAddressBefore ?? 'none'
      return `Recover ${target}, frozen by freeze ${action.freezeNumber}, to ${action.recoveryAddress}, its recovery address since ${since}, before: ${before}`
    }
  }
}

const LIFT = /^Lift flag (\d+) of /
const UNFREEZE = /: end freeze (\d+)(?:, and lift its flag (\d+))?$/
const RECOVERY =
  /, frozen by freeze (\d+), to (0x[0-9a-f]{16}), its recovery address since (\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC, before: (none|0x[0-9a-f]{16})$/

function parseAction({ action, target, title }: TitledAction): GovernanceAction | null {
  switch (action) {
    case 'freeze':
      return { name: action, target }
    case 'unfreeze':
      return parseUnfreeze(target, title)
    case 'recover':
      return parseRecovery(target, title)
  }
}

function parseUnfreeze(target: Address, title: string): GovernanceAction | null {
  const [, lifted] = LIFT.exec(title) ?? []
  const [, freeze, flag = lifted] = UNFREEZE.exec(title) ?? []
  if (flag === undefined && freeze === undefined) return null
  return {
    name: 'unfreeze',
    target,
    flagNumber: flag === undefined ? null : BigInt(flag),
    freezeNumber: freeze === undefined ? null : BigInt(freeze),
  }
}

function parseRecovery(target: Address, title: string): GovernanceAction | null {
  const [, freeze = '', to = '', day, time, before = ''] = RECOVERY.exec(title) ?? []
  const recoveryAddress = parseAddress(to)
  const sinceMs = Date.parse(`${day}T${time}:00Z`)
  if (recoveryAddress === null || !(sinceMs >= 0)) return null
  return {
    name: 'recover',
    target,
    freezeNumber: BigInt(freeze),
    recoveryAddress,
    recoveryAddressSince: BigInt(sinceMs / 1000),
    recoveryAddressBefore: parseAddress(before),
  }
}
