import type { Address } from '@app/values/address.ts'
import type { ProposalAction } from '@app/values/governance.ts'
import { type Kysely, sql } from 'kysely'
import type { SignatureRow, StoredSignature } from '../../db/tables/dao-tables.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { isWorkable, type Work } from '../../runtime/pauses.ts'

type Queries = Kysely<Tables>

/** What the title of a proposal is of. */
export interface TitledProposal {
  id: number
  action: ProposalAction
  target: Address
  title: string
}

/** A message whose signatures were not looked up yet, with what it says, as the dao_* tables have it. */
export interface UnreadMessage
  extends Pick<SignatureRow, 'address' | 'series' | 'sequence' | 'height'> {
  /** Unix seconds. */
  validUntil: number
  txId: string
  /** Of a message that casts votes, in the order of the text. */
  votes: (TitledProposal & { support: boolean })[] | null
  /** The proposal or appeal that a message opened. */
  opened:
    | (TitledProposal & {
        reasonHash: string
        isAppeal: boolean
        flagNumber: number | null
        freezeNumber: number | null
      })
    | null
}

/**
 * The message of each proposal and appeal. One transaction may carry several of one proposer: their
 * sequence numbers grow in the order in which they were created.
 */
export const PROPOSAL_MESSAGES = sql`
  select proposal.id as proposal_id, message.address, message.series, message.sequence,
         message.tx_id
  from (select id, proposer, tx_id, case when is_appeal then 'appeals' else 'proposals' end as series,
               row_number() over (partition by tx_id, proposer, is_appeal order by id) as place
        from dao_proposal) proposal
  join (select address, series, sequence, tx_id,
               row_number() over (partition by tx_id, address, series order by sequence) as place
        from dao_signature where series in ('proposals', 'appeals')) message
    on message.tx_id = proposal.tx_id and message.address = proposal.proposer
      and message.series = proposal.series and message.place = proposal.place`

const TITLED = sql`'id', proposal.id, 'action', proposal.action, 'target', proposal.target,
  'title', proposal.title`

/** Whether the mirror has every event of the transaction of a message. */
const IS_MIRRORED = sql`not exists (
  select from chain_contract_event event
  where event.height = message.height and event.tx_id = message.tx_id
    and event.seq > (select seq from dao_cursor))`

/** Loads votes, proposals and appeals whose signatures were not looked up yet, lowest block first. */
export async function loadUnreadMessages(
  db: Queries,
  { limit, pauses }: Work,
): Promise<UnreadMessage[]> {
  const { rows } = await sql<UnreadMessage>`
    select message.address, message.series, message.sequence, message.height,
           message.valid_until as "validUntil", message.tx_id as "txId",
           cast_votes.votes, opened.opened
    from dao_signature message
    left join lateral (
      select jsonb_agg(jsonb_build_object('support', vote.support, ${TITLED})
                       order by vote.event_index) as votes,
             bool_and(proposal.id is not null) as is_complete
      from dao_vote vote left join dao_proposal proposal on proposal.id = vote.proposal_id
      where message.series = 'votes' and vote.voter = message.address
        and vote.sequence = message.sequence and vote.tx_id = message.tx_id
    ) cast_votes on true
    left join (${PROPOSAL_MESSAGES}) own on own.address = message.address
      and own.series = message.series and own.sequence = message.sequence
      and own.tx_id = message.tx_id
    left join lateral (
      select jsonb_build_object(
        'reasonHash', proposal.reason_hash, 'isAppeal', proposal.is_appeal,
        'flagNumber', proposal.flag_number, 'freezeNumber', proposal.freeze_number, ${TITLED}
      ) as opened
      from dao_proposal proposal where proposal.id = own.proposal_id
    ) opened on true
    where message.signatures is null and message.problem is null
      and (cast_votes.is_complete or opened.opened is not null) and ${IS_MIRRORED}
      and ${isWorkable('message.address', pauses)}
    order by message.height limit ${limit}`.execute(db)
  return rows
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
  { address, series, sequence, txId }: UnreadMessage,
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
    .where('address', '=', address)
    .where('series', '=', series)
    .where('sequence', '=', sequence)
    .where('tx_id', '=', txId)
    .execute()
}
