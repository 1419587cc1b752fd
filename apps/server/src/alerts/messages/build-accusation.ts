import type { AlertData } from '@app/api/schemas/alert/alert-data.ts'
import type { Address } from '@app/values/address.ts'
import type { StatementOfReasons } from '../../db/tables/agent-statements.ts'
import type { LinkBuilder } from './links.ts'

/** What every message has in common that accuses an address. */
export type Accusation = Omit<AlertData<'wallet.reminder'>, 'openSince' | 'reasonCode'>

export interface AccusationParts {
  address: Address
  caseId: string | null
  /** Block time in Unix milliseconds at which it was found to hold. */
  checkedMs: number
  statement: StatementOfReasons
  links: LinkBuilder
}

/** An accusation is repeated every day while it holds, and not to be relied on for longer. */
export const ACCUSATION_VALID_MS = 24 * 3_600_000

/** Builds what a message says about an open case. */
export function buildAccusation(parts: AccusationParts): Accusation {
  const { address, caseId, checkedMs, statement, links } = parts
  const wallet = links.wallet(address)
  return {
    address,
    caseId,
    checkedAt: new Date(checkedMs).toISOString(),
    expiresAt: new Date(checkedMs + ACCUSATION_VALID_MS).toISOString(),
    statement,
    dispute: {
      how: `The owner can appeal with a message that this wallet signs: ${wallet}`,
      until: null,
    },
    links: { wallet },
  }
}
