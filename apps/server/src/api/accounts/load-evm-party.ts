import { MAX_RANKED_COUNTERPARTIES } from '@app/api/schemas/account.ts'
import type { EvmParty } from '@app/api/schemas/evm-party.ts'
import { ALL_TOKENS } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { formatDecimal } from '@app/values/amount.ts'
import {
  EVM_FEE_ACCOUNT,
  type EvmAddress,
  isCadenceOwned,
  isEvmAddress,
  isPrecompile,
  type Party,
  ZERO_EVM_ADDRESS,
} from '@app/values/evm-address.ts'
import { MAX_COA_HOLDERS, MIN_UNSEEN_UNITS } from '@app/values/limits.ts'
import { toIsoTime } from '@app/values/time.ts'
import { getTokenSymbol } from '@app/values/token-type.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'

type Known = Pick<EvmParty, 'kind' | 'holders'> & { owner: Address | null }

export async function loadEvmParty(db: Kysely<Tables>, address: EvmAddress): Promise<EvmParty> {
  const known = await loadOwnership(db, address)
  const [counterparties, tokens, labels, taint, unseen] = await Promise.all([
    countCounterparties(db, address),
    readTokens(db, address),
    readLabels(db, address),
    readTaint(db, known.owner ?? address),
    readUnseen(db, address),
  ])
  return {
    address,
    summary: summarize(known, counterparties),
    ...known,
    counterparties,
    tokens,
    ...(unseen?.gap && { unseen: formatDecimal(unseen.gap) }),
    labels,
    hop: taint === undefined || taint.level === 3 ? null : taint.level,
    steps: taint?.steps ?? 0,
    isFollowed: taint?.level !== 3,
  }
}

/** Returns the account to which an address in the EVM belongs, as all its transfers do; else `party` itself. */
export async function resolveOwner(db: Kysely<Tables>, party: Party): Promise<Party> {
  return isEvmAddress(party) ? ((await loadOwnership(db, party)).owner ?? party) : party
}

async function loadOwnership(db: Kysely<Tables>, address: EvmAddress): Promise<Known> {
  const nobody = { owner: null, holders: [] }
  const isOfChain =
    address === ZERO_EVM_ADDRESS || address === EVM_FEE_ACCOUNT || isPrecompile(address)
  if (isOfChain) return { kind: 'chain', ...nobody }
  if (!isCadenceOwned(address)) return { kind: 'address', ...nobody }
  const coa = await db
    .selectFrom('chain_coa')
    .select(['owner', 'is_shared'])
    .where('address', '=', address)
    .executeTakeFirst()
  if (coa === undefined) return { kind: 'unclaimed', ...nobody }
  if (!coa.is_shared) return { kind: 'owned', owner: coa.owner, holders: [] }
  const acts = await db
    .selectFrom('chain_coa_act')
    .select('authorizer')
    .where('address', '=', address)
    .orderBy('last_height', 'desc')
    .orderBy('last_tx_index', 'desc')
    .orderBy('authorizer')
    .limit(MAX_COA_HOLDERS)
    .execute()
  return { kind: 'shared', owner: null, holders: acts.map(({ authorizer }) => authorizer) }
}

/** Counts those with payments that are no dust, at most `MAX_RANKED_COUNTERPARTIES`. */
async function countCounterparties(db: Kysely<Tables>, address: EvmAddress): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from chain_counterparty
      where address = ${address} and token = ${ALL_TOKENS} and in_count + out_count > 0
      limit ${MAX_RANKED_COUNTERPARTIES}
    ) counted`.execute(db)
  return rows[0]?.count ?? 0
}

const MAX_TOKENS = 50

/** Reads what passed through the address in the tokens that it used most. */
async function readTokens(db: Kysely<Tables>, address: EvmAddress): Promise<EvmParty['tokens']> {
  const rows = await db
    .selectFrom('chain_activity')
    .selectAll()
    .where('address', '=', address)
    .where('token', '!=', ALL_TOKENS)
    .orderBy(sql`transfers_in + transfers_out`, 'desc')
    .orderBy('token')
    .limit(MAX_TOKENS)
    .execute()
  return rows.map((row) => ({
    token: getTokenSymbol(row.token),
    received: formatDecimal(row.received),
    sent: formatDecimal(row.sent),
    transfersIn: row.transfers_in,
    transfersOut: row.transfers_out,
    ...(row.last_seconds !== null && { lastTime: toIsoTime(row.last_seconds) }),
  }))
}

const readLabels = (db: Kysely<Tables>, address: EvmAddress) =>
  db
    .selectFrom('label_entry')
    .select(['kind', 'source', 'reason'])
    .where('address', '=', address)
    .where('removed_at', 'is', null)
    .orderBy('confidence', 'desc')
    .orderBy('source')
    .execute()

const readTaint = (db: Kysely<Tables>, address: Party) =>
  db
    .selectFrom('chain_taint')
    .select(['level', 'steps'])
    .where('address', '=', address)
    .executeTakeFirst()

/** Reads the FLOW from a source that no event shows; nothing where it is none, or a consequence of rounding. */
const readUnseen = (db: Kysely<Tables>, address: EvmAddress) =>
  db
    .selectFrom('chain_evm_balance')
    .select('gap')
    .where('address', '=', address)
    .where('gap', '>=', BigInt(MIN_UNSEEN_UNITS))
    .executeTakeFirst()

/** The names that stand in the sentence. */
const NAMED_HOLDERS = 3

function summarize({ kind, owner, holders }: Known, counterparties: number): string {
  switch (kind) {
    case 'owned':
      return `Belongs to ${owner}`
    case 'shared': {
      if (holders.length === 1) return `Kept by the contracts of ${holders[0]}`
      const named = holders.slice(0, NAMED_HOLDERS)
      const others = holders.length - named.length
      if (others > 0) return `Shared by ${named.join(', ')} and ${others} more`
      return `Shared by ${named.slice(0, -1).join(', ')} and ${named.at(-1)}`
    }
    case 'unclaimed':
      return 'An account of Cadence in the EVM, with which nobody is known to have acted'
    case 'chain':
      return 'Belongs to the chain itself, and to nobody'
    case 'address':
      return counterparties === 0
        ? 'An address in the EVM without any known payment'
        : 'An address in the EVM without a known owner on Flow'
  }
}
