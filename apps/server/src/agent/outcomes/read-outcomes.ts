import type { Factor } from '@app/values/factor.ts'
import { sql } from 'kysely'
import type { ClearedCause } from '../../db/tables/agent-tables.ts'
import type { Context } from '../../runtime/context.ts'
import { IS_OWN_FLAG } from '../read-own-flag.ts'

/** A reason is listed for the next version of the tables above this share of its decided cases. */
const REVIEW = { minDecided: 5, overturnedAbove: 0.3 } as const

/** What is recorded about cases that have one principal reason in common, and their number. */
interface RecordedCases {
  factor: Factor
  code: string
  clearedCause: ClearedCause | null
  /** An appeal in the case was upheld, or a vote lifted the flag. */
  isOverturned: boolean
  isDenied: boolean
  cases: number
}

const NONE = {
  open: 0,
  clearedByVote: 0,
  clearedByLabelRemoval: 0,
  clearedByRecheck: 0,
  undecided: 0,
  denied: 0,
}

type Outcome = keyof typeof NONE

interface ReasonOutcomes extends Record<Outcome, number> {
  factor: Factor
  code: string
  accused: number
  decided: number
  overturned: number
  falsePositiveRate: number | null
  interval: { from: number; to: number } | null
  isForReview: boolean
}

/** What became of the accusations of the agent, by principal reason. */
interface Outcomes {
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

/** What people decided about the agent's own flag of a case, or about a freeze of an address with that flag. */
const DECISIONS = sql`
  select
    coalesce(bool_or(appeal.outcome = 'upheld' or flag.lift_cause = 'unfreeze'), false)
      as "isOverturned",
    coalesce(bool_or(appeal.outcome = 'denied'), false) as "isDenied"
  from dao_flag flag
  left join dao_appeal appeal on appeal.address = flag.address
    and (appeal.flag_number = flag.number or exists (
      select from dao_freeze held where held.address = flag.address
        and held.number = appeal.freeze_number and held.flag_case_id = flag.case_id
        and not exists (
          select from dao_flag later where later.address = flag.address
            and later.case_id = flag.case_id and later.number > flag.number
            and later.flagged_at <= held.since)))
  where flag.address = accused.address and flag.case_id = accused.case_id and ${IS_OWN_FLAG}`

/**
 * Counts what became of the cases of each reason: those for review first, then those with the most
 * decided cases. Pure.
 */
function countOutcomes(recorded: readonly RecordedCases[]): ReasonOutcomes[] {
  const byReason = Map.groupBy(recorded, ({ factor, code }) => `${factor} ${code}`)
  return [...byReason.values()].flatMap(countReason).toSorted(compareReasons)
}

function countReason(recorded: readonly RecordedCases[]): ReasonOutcomes[] {
  const [first] = recorded
  if (first === undefined) return []
  const { factor, code } = first
  const counts = { ...NONE }
  for (const own of recorded) counts[selectOutcome(own)] += own.cases
  const accused = recorded.reduce((sum, { cases }) => sum + cases, 0)
  const overturned = counts.clearedByVote + (restsOnList(first) ? counts.clearedByLabelRemoval : 0)
  const decided = overturned + counts.denied
  const rate = decided === 0 ? null : overturned / decided
  return [
    {
      factor,
      code,
      accused,
      ...counts,
      decided,
      overturned,
      falsePositiveRate: rate === null ? null : Number(rate.toFixed(4)),
      interval: decided === 0 ? null : computeWilsonInterval(overturned, decided),
      isForReview: decided >= REVIEW.minDecided && rate !== null && rate > REVIEW.overturnedAbove,
    },
  ]
}

/** What people decided counts more than what followed by itself. */
function selectOutcome(recorded: RecordedCases): Outcome {
  const { clearedCause, isOverturned, isDenied } = recorded
  if (isOverturned || clearedCause === 'unfreeze') return 'clearedByVote'
  const isDelisted = clearedCause === 'label_removed'
  if (isDelisted && restsOnList(recorded)) return 'clearedByLabelRemoval'
  if (isDenied) return 'denied'
  if (isDelisted) return 'clearedByLabelRemoval'
  // An undecided appeal against a freeze, or against a code that another one lifted lately, lifts no flag.
  if (clearedCause === 'appeal') return 'undecided'
  return clearedCause === 'recheck' ? 'clearedByRecheck' : 'open'
}

/** The removal of a list entry shows that such a reason was wrong, and nothing about the others. */
const restsOnList = ({ factor, code }: Pick<RecordedCases, 'factor' | 'code'>): boolean =>
  factor === 'knownScamInteract' && code !== 'poisoning'

const compareReasons = (a: ReasonOutcomes, b: ReasonOutcomes): number =>
  Number(b.isForReview) - Number(a.isForReview) ||
  b.decided - a.decided ||
  b.accused - a.accused ||
  a.code.localeCompare(b.code)

/** Standard normal quantile of 97.5 %. */
const Z = 1.959964

/**
 * Returns the 95 % confidence interval of a share of which `successes` of `trials` (at least 1) were
 * seen, with four decimals. Source: Wilson (1927), https://doi.org/10.1080/01621459.1927.10502953.
 */
export function computeWilsonInterval(
  successes: number,
  trials: number,
): { from: number; to: number } {
  const share = successes / trials
  const weight = Z ** 2 / trials
  const centre = share + weight / 2
  const margin = Z * Math.sqrt((share * (1 - share)) / trials + weight / (4 * trials))
  const toShare = (value: number) =>
    Number(Math.min(1, Math.max(0, value / (1 + weight))).toFixed(4))
  return { from: toShare(centre - margin), to: toShare(centre + margin) }
}
