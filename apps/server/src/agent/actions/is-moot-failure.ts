import type { ActionKind } from '../../db/tables/agent-tables.ts'

/** Sentences of the contracts that refuse what has happened already, or must wait. */
const REFUSALS: Readonly<Partial<Record<ActionKind, RegExp>>> = {
  flag: /is flagged already|^A flag of 0x[0-9a-f]{16} with the code '\w+' is refused until /,
  unflag: /is not flagged/,
  propose_freeze: /^Proposal \d+ to freeze 0x[0-9a-f]{16} is open already/,
  schedule_recheck: /is (watched already|not watched|not overdue)/,
}

/**
 * Returns whether an executed transaction of an action failed with this sentence because others had
 * done the same before it, or a rule makes it wait: that is no failure.
 */
export const isMootFailure = (kind: ActionKind, sentence: string): boolean =>
  REFUSALS[kind]?.test(sentence) ?? false
