import type { ConsentContext } from '@app/contracts/consent-message.ts'
import {
  buildOwnerStatementMessage,
  type OwnerStatement,
  STATEMENT_VALIDITY_SECONDS,
} from '@app/contracts/owner-statement.ts'
import {
  type CaseKey,
  hasCase,
  readLastStatement,
} from '../../cases/statements/read-owner-statement.ts'
import { loadIndexedTip } from '../../facts/load-indexed-tip.ts'
import type { Context } from '../../runtime/context.ts'
import { getConsentContract } from '../consent/check-consent.ts'
import type { SeriesState } from '../consent/read-series.ts'
import { ApiFailure } from '../failures/api-failure.ts'

/** The numbers of the statements of one case, at the latest indexed block. */
export interface StatementSeries extends SeriesState {
  /** Unix milliseconds. */
  blockTimeMs: number
  /** The text that was signed for the statement that counts; `null` before the first. */
  lastSignedText: string | null
}

/** Loads the numbers of a case's statements. Throws `ApiFailure` when there is no such case. */
export async function loadStatementSeries(
  context: Pick<Context, 'db'>,
  key: CaseKey,
): Promise<StatementSeries> {
  const tip = await loadIndexedTip(context)
  if (tip === null || !(await hasCase(context.db, key))) throw new ApiFailure('case_not_found')
  const last = await readLastStatement(context.db, key)
  return {
    lastSequence: last?.sequence ?? 0,
    blockTime: Math.floor(tip.timeMs / 1000),
    blockTimeMs: tip.timeMs,
    lastSignedText: last?.signedText ?? null,
    maxValidity: Number(STATEMENT_VALIDITY_SECONDS),
  }
}

type Signer = Pick<ConsentContext, 'address' | 'sequence' | 'validUntil'>

/** Builds the text of a statement on this network. */
export function buildStatementText(
  context: Pick<Context, 'config'>,
  signer: Signer,
  statement: OwnerStatement,
): string {
  const { network } = context.config
  const contract = getConsentContract(context)
  return buildOwnerStatementMessage({ contract, network, ...signer }, statement)
}
