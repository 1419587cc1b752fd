import type { AccountSummary } from '@app/api/schemas/account.ts'
import { ALL_TOKENS } from '@app/score/facts.ts'
import type { Party } from '@app/values/evm-address.ts'
import { SERVICE_COUNTERPARTIES } from '@app/values/limits.ts'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { selectOwnAddresses } from '../../db/select-own-addresses.ts'
import type { Tables } from '../../db/tables/tables.ts'

/** Reads the latest score and the labels of accounts, in their order; computes nothing. */
export async function readAccountSummaries(
  db: Kysely<Tables>,
  addresses: readonly Party[],
): Promise<AccountSummary[]> {
  if (addresses.length === 0) return []
  const address = sql.ref('wanted.address')
  const { rows } = await sql<AccountSummary>`
    select wanted.address, latest.score, latest.risk_level as "riskLevel",
      exists (${buildLabelQuery(address, 'scam')}) as "isListed",
      ${buildIsServiceCondition(address)} as "isService"
    from unnest(${[...addresses]}::text[]) with ordinality as wanted (address, place)
    left join lateral (
      select score, risk_level from score_result
      where score_result.address = wanted.address order by seq desc limit 1
    ) latest on true
    order by wanted.place`.execute(db)
  return rows
}

/** Builds the SQL condition that an account counts as a service, by a label or its structure. */
export function buildIsServiceCondition(address: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(exists (${buildLabelQuery(address, 'service')}) or exists (
    select from chain_activity activity
    where activity.address = ${address} and activity.token = ${ALL_TOKENS}
      and activity.senders >= ${SERVICE_COUNTERPARTIES}
      and activity.recipients >= ${SERVICE_COUNTERPARTIES}
  ))`
}

const buildLabelQuery = (address: RawBuilder<unknown>, kind: 'scam' | 'service') => sql`
  select from (${selectOwnAddresses(address)}) own join label_entry label using (address)
  where label.kind = ${kind} and label.removed_at is null`
