import type { WalletOverview, WalletScore } from '@app/api/schemas/account.ts'
import { RISK_LEVEL_DEFINITIONS, RISK_LEVELS } from '@app/values/risk-level.ts'
import { type AddressBook, findName } from '../../lib/address-input.ts'
import { formatCount, formatPoints } from '../../lib/format/format.ts'

/** Says which wallet it is and how it scores, for screen readers: 'oscar, 0x0260c4da65c3aa5a: 24.9, High Risk'. */
export function describeWallet(
  { address, score, riskLevel }: WalletScore,
  people: AddressBook,
): string {
  const name = findName(address, people)
  const who = name === undefined ? address : `${name}, ${address}`
  return `${who}: ${formatPoints(score)}, ${RISK_LEVEL_DEFINITIONS[riskLevel].label}`
}

/** Says how many wallets have each level, the best first. */
export function describeLevels({ levels, scored }: WalletOverview): string {
  const parts = RISK_LEVELS.toReversed().map(
    (level) => `${formatCount(levels[level])} ${RISK_LEVEL_DEFINITIONS[level].label}`,
  )
  return `${formatCount(scored)} wallets by score: ${parts.join(', ')}.`
}

/** Says which wallets a picture shows that has not room for all; empty where it shows all. */
export function describeSample({ wallets, scored }: WalletOverview): string {
  if (wallets.length >= scored) return ''
  return `Shows ${formatCount(wallets.length)} of them: drawn by chance, with more of those at high risk.`
}
