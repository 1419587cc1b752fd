import { VOTING_SECONDS } from '@app/rules/constants.ts'
import { PROPOSAL_ACTIONS, PROPOSAL_STATUSES, PROPOSER_RANKS } from '@app/values/governance.ts'
import { type Kysely, sql } from 'kysely'
import type { ProposalStateRow } from '../../db/tables/dao-tables.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { MirroredEvent } from './event-fields.ts'

type Queries = Kysely<Tables>

export async function writeProposal(db: Queries, { read, height, tx_id }: MirroredEvent) {
  const id = read.integer('id')
  const votingEndsAt = read.seconds('votingEndsAt')
  await db
    .insertInto('dao_proposal')
    .values({
      id,
      action: findOrThrow(PROPOSAL_ACTIONS, read.text('action')),
      target: read.address('target'),
      proposer: read.address('proposer'),
      rank: findOrThrow(PROPOSER_RANKS, read.text('rank')),
      flag_number: read.integerOrNull('flagNumber'),
      freeze_number: read.integerOrNull('freezeNumber'),
      is_appeal: read.boolean('isAppeal'),
      title: read.text('title'),
      description: read.text('description'),
      reason: read.text('reason'),
      reason_hash: read.text('reasonHash'),
      created_at: votingEndsAt - VOTING_SECONDS,
      voting_ends_at: votingEndsAt,
      executable_until: read.seconds('executableUntil'),
      height,
      tx_id,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return [String(id), read.address('target')]
}

export async function writeVote(db: Queries, event: MirroredEvent) {
  const { read, at, height, event_index, tx_id } = event
  const id = read.integer('id')
  await db
    .insertInto('dao_vote')
    .values({
      proposal_id: id,
      voter: read.address('voter'),
      sequence: read.integer('sequence'),
      support: read.boolean('support'),
      cast_at: at,
      score_tenths: read.integer('scoreTenths'),
      evidence_hash: read.text('evidenceHash'),
      record_height: read.integer('blockHeight'),
      publisher: read.address('publisher'),
      height,
      event_index,
      tx_id,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return [String(id)]
}

/** Keeps the status of the latest event, and the outcome of the voting, which has one event. */
export async function writeStatus(db: Queries, event: MirroredEvent) {
  const { read, height, tx_index, event_index } = event
  const id = read.integer('id')
  const status = findOrThrow(PROPOSAL_STATUSES, read.text('after'))
  const isDecided = status !== 'active' && /^(pending|active)$/.test(read.text('before'))
  await sql`
    insert into dao_proposal_state (proposal_id, height, tx_index, event_index, stored_status)
    values (${id}, ${height}, ${tx_index}, ${event_index}, ${status})
    on conflict (proposal_id) do update set
      height = excluded.height, tx_index = excluded.tx_index, event_index = excluded.event_index,
      stored_status = excluded.stored_status
    where dao_proposal_state.height is null
      or (excluded.height, excluded.tx_index, excluded.event_index)
         > (dao_proposal_state.height, dao_proposal_state.tx_index, dao_proposal_state.event_index)`.execute(
    db,
  )
  if (isDecided) await upsertState(db, id, { stored_outcome: findOrThrow(OUTCOMES, status) })
  return [String(id)]
}

export async function writeExecution(db: Queries, { read, at, tx_id }: MirroredEvent) {
  const id = read.integer('id')
  await upsertState(db, id, { executed_at: at, executed_tx_id: tx_id })
  return [String(id), read.address('target')]
}

/** Stores that the contracts accepted a signed message; its signatures are looked up later. */
export async function writeAccepted(db: Queries, { read, height, tx_id }: MirroredEvent) {
  await db
    .insertInto('dao_signature')
    .values({
      address: read.address('address'),
      series: read.text('series'),
      sequence: read.integer('sequence'),
      valid_until: read.integer('validUntil'),
      height,
      tx_id,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return []
}

type StateChange = Partial<
  Pick<ProposalStateRow, 'executed_at' | 'executed_tx_id' | 'stored_outcome'>
>

async function upsertState(db: Queries, proposalId: number, change: StateChange): Promise<void> {
  await db
    .insertInto('dao_proposal_state')
    .values({ proposal_id: proposalId, ...change })
    .onConflict((conflict) => conflict.column('proposal_id').doUpdateSet(change))
    .execute()
}

const OUTCOMES = ['approved', 'rejected', 'expired'] as const

function findOrThrow<T extends string>(values: readonly T[], text: string): T {
  const value = values.find((candidate) => candidate === text)
  if (value === undefined) throw new TypeError(`'${text}' is not one of ${values.join(', ')}.`)
  return value
}
