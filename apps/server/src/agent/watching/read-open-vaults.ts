import { sql } from 'kysely'

/**
 * Owners of open guarded vaults, and the Unix seconds since when. Not mirrored yet; once `dao_vault`
 * is, this is: select owner, opened_at as since from dao_vault where opened_at is not null and
 * (closed_at is null or opened_at >= closed_at).
 */
export const selectOpenVaults = sql`select null::text as owner, null::bigint as since where false`
