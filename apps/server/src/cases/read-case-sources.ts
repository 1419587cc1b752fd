import type { Address } from '@app/values/address.ts'
import { buildFlagCaseId } from '@app/values/case-id.ts'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { StatementOfReasons } from '../db/tables/agent-tables.ts'
import type { FlagRow, FreezeRow } from '../db/tables/dao-tables.ts'
import type { Tables } from '../db/tables/tables.ts'
import { type AddressView, loadAddress } from '../governance/read-proposals.ts'

type Queries = Kysely<Tables>

/** An accusation of the agent, with how it ended. */
type AgentCase = Selectable<Tables['agent_case']>

/** What the agent said when it accused. */
export interface SaidStatement {
  id: number
  atMs: number
  caseId: string
  action: 'warn' | 'flag' | 'propose_freeze'
  statement: StatementOfReasons
}

/** A flag with the evidence that the agent's own transaction named, and its case. */
interface FlagOfCase extends FlagRow {
  evidence_hash: string | null
  /** Its own case where another flagger names one of the agent. */
  case_id: string
  /** What the flagger named: everybody who may flag can name any. */
  named_case_id: string
}

/** The score behind an evidence hash. */
interface NamedScore {
  evidenceHash: string
  version: string
  score: number
  toHeight: number
}

/** Everything recorded about an address from which its cases follow. */
export interface CaseSources extends AddressView {
  address: Address
  agent: Address | null
  accusations: AgentCase[]
  statements: SaidStatement[]
  flags: FlagOfCase[]
  freezes: FreezeRow[]
  votes: Selectable<Tables['dao_vote']>[]
  ownerStatements: Selectable<Tables['case_owner_statement']>[]
  scores: NamedScore[]
}

/** Reads all sources of an address; `db` must be one snapshot. */
export async function readCaseSources(db: Queries, address: Address): Promise<CaseSources> {
  const accusations = await db
    .selectFrom('agent_case')
    .selectAll()
    .where('address', '=', address)
    .orderBy('opened_ms')
    .execute()
  return {
    ...(await loadAddress(db, address)),
    address,
    agent: await readAgentAddress(db),
    accusations,
    statements: await readStatements(db, address),
    flags: await readFlags(db, address, accusations),
    freezes: await db
      .selectFrom('dao_freeze')
      .selectAll()
      .where('address', '=', address)
      .orderBy('number')
      .execute(),
    votes: await readVotes(db, address),
    ownerStatements: await db
      .selectFrom('case_owner_statement')
      .selectAll()
      .where('address', '=', address)
      .orderBy('sequence')
      .execute(),
    scores: await readScores(db, address),
  }
}

async function readAgentAddress(db: Queries): Promise<Address | null> {
  const row = await db.selectFrom('agent_heartbeat').select('key_address').executeTakeFirst()
  return row?.key_address ?? null
}

async function readStatements(db: Queries, address: Address): Promise<SaidStatement[]> {
  const rows = await db
    .selectFrom('agent_notice')
    .select(['id', 'at_ms', 'case_id', 'data'])
    .where('address', '=', address)
    .where('kind', '=', 'accused')
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id, at_ms: atMs, case_id: caseId, data }) =>
    data.kind === 'accused' && caseId !== null
      ? [{ id, atMs, caseId, action: data.action, statement: data.statement }]
      : [],
  )
}

async function readFlags(
  db: Queries,
  address: Address,
  accusations: readonly AgentCase[],
): Promise<FlagOfCase[]> {
  const ofAgent = new Set(accusations.map(({ case_id }) => case_id))
  const rows = await db
    .selectFrom('dao_flag')
    .leftJoin('agent_action as action', (join) =>
      join
        .onRef('action.address', '=', 'dao_flag.address')
        .onRef('action.tx_id', '=', 'dao_flag.flag_tx_id')
        .on('action.kind', '=', 'flag'),
    )
    .selectAll('dao_flag')
    .select('action.evidence_hash')
    .where('dao_flag.address', '=', address)
    .where('dao_flag.flagged_at', 'is not', null)
    .orderBy('number')
    .execute()
  return rows.map((row) => {
    const isForeign = row.evidence_hash === null && ofAgent.has(row.case_id)
    const case_id = isForeign ? buildFlagCaseId(address, row.number) : row.case_id
    return { ...row, case_id, named_case_id: row.case_id }
  })
}

function readVotes(db: Queries, address: Address): Promise<CaseSources['votes']> {
  return db
    .selectFrom('dao_vote')
    .innerJoin('dao_proposal', 'dao_proposal.id', 'dao_vote.proposal_id')
    .selectAll('dao_vote')
    .where('dao_proposal.target', '=', address)
    .orderBy('dao_vote.proposal_id')
    .orderBy('dao_vote.height')
    .orderBy('dao_vote.voter')
    .orderBy('dao_vote.sequence')
    .execute()
}

/** Reads the scores to which accusations and flags of the agent refer. */
async function readScores(db: Queries, address: Address): Promise<NamedScore[]> {
  const { rows } = await sql<NamedScore>`
    select distinct on (evidence_hash) evidence_hash as "evidenceHash", version, score,
           to_height as "toHeight"
    from score_result
    where address = ${address} and evidence_hash in (
      select evidence_hash from agent_case where address = ${address}
      union select evidence_hash from agent_action where address = ${address} and kind = 'flag')
    order by evidence_hash, seq`.execute(db)
  return rows
}
