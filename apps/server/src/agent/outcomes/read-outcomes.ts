import { sql } from 'kysely'
import type { Context } from '../../runtime/context.ts'
import { countOutcomes, REVIEW, type ReasonOutcomes, type RecordedCases } from './count-outcomes.ts'

/** What became of the accusations of the agent, by principal reason. */
export interface Outcomes {
  cases: number
  reasons: ReasonOutcomes[]
  review: { minDecided: number; overturnedAbove: number }
}

/**
 * Reads what became of every accusation, as far as the chain has recorded it. Points that are cut off
 * are no reason of their own.
 */
export async function readOutcomes({ db }: Pick<Context, 'db'>): Promise<Outcomes> {
  const [{ rows }, { cases }] = await Promise.all([
    sql<RecordedCases>`
      select reason ->> 'factor' as factor, reason ->> 'code' as code, cleared_cause as "clearedCause",
        "isOverturned", "isDenied", count(*)::int as cases
      from agent_case accused
      cross join lateral (${DECISIONS}) decisions
      cross join lateral jsonb_array_elements(statement -> 'reasons') reason
      where reason ->> 'code' <> 'cut_off'
      group by 1, 2, 3, 4, 5`.execute(db),
    db
      .selectFrom('agent_case')
      .select(({ fn }) => fn.countAll<number>().as('cases'))
      .executeTakeFirstOrThrow(),
  ])
  return { cases, reasons: countOutcomes(rows), review: REVIEW }
}

/** What people decided about the flag of a case, or about a freeze of an address with that flag. */
const DECISIONS = sql`
  select
    coalesce(bool_or(appeal.outcome = 'upheld'), false) or exists (
      select from dao_flag flag where flag.address = accused.address
        and flag.case_id = accused.case_id and flag.lift_cause = 'unfreeze') as "isOverturned",
    coalesce(bool_or(appeal.outcome = 'denied'), false) as "isDenied"
  from dao_appeal appeal
  where appeal.address = accused.address and (appeal.case_id = accused.case_id or exists (
    select from dao_freeze held where held.address = accused.address
      and held.number = appeal.freeze_number and held.flag_case_id = accused.case_id))`
