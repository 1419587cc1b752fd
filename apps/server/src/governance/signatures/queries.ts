import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { ProposalAction, StoredSignature } from '../../db/tables/dao-tables.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { SignedItem } from './build-signed-text.ts'

type Queries = Kysely<Tables>

/** A message whose signatures were not looked up yet. */
export interface UnreadMessage {
  item: SignedItem
  height: number
  txId: string
}

interface Row {
  address: Address
  series: 'votes' | 'proposals' | 'appeals'
  sequence: number
  valid_until: number
  height: number
  tx_id: string
  support: boolean | null
  id: number
  action: ProposalAction
  target: Address
  title: string
  reason_hash: string
  appeal_id: number | null
  is_second: boolean
  appealed_case_id: string | null
  freeze_proposal_id: number | null
}

/**
 * The proposal of each signed proposal. One transaction may carry several of one proposer: their
 * sequence numbers grow in the order in which they were created.
 */
export const PROPOSAL_MESSAGES = sql`
  select proposal.id as proposal_id, message.address, message.sequence, message.tx_id
  from (select id, proposer, tx_id,
               row_number() over (partition by tx_id, proposer order by id) as place
        from dao_proposal where not is_appeal) proposal
  join (select address, sequence, tx_id,
               row_number() over (partition by tx_id, address order by sequence) as place
        from dao_signature where series = 'proposals') message
    on message.tx_id = proposal.tx_id and message.address = proposal.proposer
      and message.place = proposal.place`

/** The appeal of each proposal that an appeal opened, and what it is against. */
const APPEAL_MESSAGES = sql`
  select proposal.id as proposal_id, proposal.tx_id, proposal.proposer, appeal.id as appeal_id,
         appeal.case_id, exists (
           select from dao_appeal_proposal first
           where first.appeal_id = appeal.id and first.proposal_id < proposal.id) as is_second,
         (select own.id from dao_proposal own join dao_proposal_state state on state.proposal_id = own.id
          where own.target = appeal.address and own.action = 'freeze'
            and state.executed_at <= proposal.created_at
          order by state.executed_at desc, own.id desc limit 1) as freeze_proposal_id
  from dao_proposal proposal
  join dao_appeal_proposal opened on opened.proposal_id = proposal.id
  join dao_appeal appeal on appeal.id = opened.appeal_id`

/** Loads votes, proposals and appeals whose signatures were not looked up yet, lowest block first. */
export async function loadUnreadMessages(db: Queries, limit: number): Promise<UnreadMessage[]> {
  const { rows } = await sql<Row>`
    select message.address, message.series, message.sequence, message.valid_until,
           message.height, message.tx_id, vote.support, proposal.id, proposal.action,
           proposal.target, proposal.title, proposal.reason_hash, appeal.appeal_id,
           coalesce(appeal.is_second, false) as is_second, appeal.case_id as appealed_case_id,
           appeal.freeze_proposal_id
    from dao_signature message
    left join dao_vote vote on message.series = 'votes' and vote.voter = message.address
      and vote.sequence = message.sequence and vote.tx_id = message.tx_id
    left join (${PROPOSAL_MESSAGES}) own on message.series = 'proposals'
      and own.address = message.address and own.sequence = message.sequence
      and own.tx_id = message.tx_id
    left join (${APPEAL_MESSAGES}) appeal on message.series = 'appeals'
      and appeal.tx_id = message.tx_id and appeal.proposer = message.address
    join dao_proposal proposal
      on proposal.id = coalesce(vote.proposal_id, own.proposal_id, appeal.proposal_id)
    where message.signatures is null and message.problem is null
      and message.series in ('votes', 'proposals', 'appeals')
    order by message.height limit ${limit}`.execute(db)
  return rows.map(toUnreadMessage)
}

function toUnreadMessage(row: Row): UnreadMessage {
  const { id, action, target, title, reason_hash: reasonHash } = row
  return {
    item: {
      series: row.series,
      signer: row.address,
      sequence: row.sequence,
      validUntil: row.valid_until,
      proposal: { id, action, target, title, reasonHash },
      support: row.support,
      against: toSubject(row),
    },
    height: row.height,
    txId: row.tx_id,
  }
}

function toSubject(row: Row): SignedItem['against'] {
  const { appeal_id: appealId, appealed_case_id: caseId, freeze_proposal_id: freezeId } = row
  if (appealId === null) return null
  if (row.is_second) return { secondProposalOf: BigInt(appealId) }
  return caseId === null ? { freezeProposalId: BigInt(freezeId ?? 0) } : { caseId }
}

/** What the look-up of a message found. */
export interface ReadMessage {
  text: string
  signatures: StoredSignature[]
  /** Why there are no signatures. */
  problem: string | null
  /** Unix seconds since when the signer's records stood. */
  standingSince: number | null
}

export async function writeSignatures(
  db: Queries,
  { item, txId }: Pick<UnreadMessage, 'item' | 'txId'>,
  { text, signatures, problem, standingSince }: ReadMessage,
): Promise<void> {
  await db
    .updateTable('dao_signature')
    .set({
      text,
      signatures: JSON.stringify(signatures),
      problem,
      standing_since: standingSince,
    })
    .where('address', '=', item.signer)
    .where('series', '=', item.series)
    .where('sequence', '=', item.sequence)
    .where('tx_id', '=', txId)
    .execute()
}
