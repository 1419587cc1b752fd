import { ACCOUNT_EVENTS, type ReportedAccountEventKind } from '@app/values/account-event.ts'
import type { AccountFacts } from '../facts.ts'
import { describeTimes } from '../inputs/describe-numbers.ts'
import type { Reason } from '../judgement.ts'

/** Text of each reported change; `often` is ' 3 times', or '' for once. */
const DESCRIBE: Readonly<Record<ReportedAccountEventKind, (often: string) => string>> = {
  full_key_added: (often) =>
    `A key that can sign alone was added${often} after the account was opened`,
  key_removed: (often) => `A key of the account was revoked${often}`,
  contract_updated: (often) => `A contract of the account was updated${often}`,
  contract_removed: (often) => `A contract of the account was removed${often}`,
  capability_published: (often) =>
    `It published a capability that lets anybody act on what it holds${often}`,
  capability_offered: (often) =>
    `It offered another account a capability to act on what it holds${often}`,
  transaction_scheduled: (often) => `It had a transaction scheduled${often}`,
}

const HEADLINES: Readonly<Record<ReportedAccountEventKind, string>> = {
  full_key_added: 'A new key can sign for it alone',
  key_removed: 'A key was revoked',
  contract_updated: 'A contract was updated',
  contract_removed: 'A contract was removed',
  capability_published: 'Lets anybody act on what it holds',
  capability_offered: 'Lets another account act on what it holds',
  transaction_scheduled: 'Had a transaction scheduled',
}

/**
 * Converts the changes that an account made to itself to reasons with 0 points: no labelled data
 * measures their value as evidence, and developers, vault owners and child accounts make them
 * daily.
 */
export function toAccountEventReasons(account: AccountFacts | null): Reason[] {
  if (account === null) return []
  return ACCOUNT_EVENTS.flatMap(({ kind, facts, isReported }) => {
    if (!isReported) return []
    const count = account[facts[0]]
    return count === 0 ? [] : [buildReason(kind, count)]
  })
}

function buildReason(act: ReportedAccountEventKind, count: number): Reason {
  const evidence = { kind: 'account_events', act } as const
  const text = DESCRIBE[act](count === 1 ? '' : ` ${describeTimes(count)}`)
  return { factor: 'onchainAge', code: act, headline: HEADLINES[act], text, points: 0, evidence }
}
