import type { AccountFacts } from '../facts.ts'
import { times } from '../inputs/say.ts'
import type { AccountAct, Reason } from '../judgement.ts'

interface Note {
  act: AccountAct
  count: keyof AccountFacts
  /** Takes ' 3 times', or nothing for once. */
  say: (often: string) => string
}

const NOTES: readonly Note[] = [
  {
    act: 'full_key_added',
    count: 'fullKeysAdded',
    say: (often) => `A key that can sign alone was added${often} after the account was opened`,
  },
  {
    act: 'key_removed',
    count: 'keysRemoved',
    say: (often) => `A key of the account was revoked${often}`,
  },
  {
    act: 'contract_updated',
    count: 'contractsUpdated',
    say: (often) => `A contract of the account was updated${often}`,
  },
  {
    act: 'contract_removed',
    count: 'contractsRemoved',
    say: (often) => `A contract of the account was removed${often}`,
  },
  {
    act: 'capability_published',
    count: 'capabilitiesPublished',
    say: (often) => `It published a capability that lets anybody act on what it holds${often}`,
  },
  {
    act: 'capability_offered',
    count: 'capabilitiesOffered',
    say: (often) => `It offered another account a capability to act on what it holds${often}`,
  },
  {
    act: 'transaction_scheduled',
    count: 'transactionsScheduled',
    say: (often) => `It had a transaction scheduled${often}`,
  },
]

/**
 * What an account did to itself, as reasons of no points: nobody has labelled wallets that show how much
 * any of it says, and developers, vault owners and child accounts do it every day.
 */
export function accountNotes(account: AccountFacts | null): Reason[] {
  if (account === null) return []
  const notes: Reason[] = []
  for (const { act, count, say } of NOTES) {
    const counted = account[count]
    if (counted > 0) notes.push(noteOf(act, say(counted === 1 ? '' : ` ${times(counted)}`)))
  }
  return notes
}

function noteOf(act: AccountAct, text: string): Reason {
  const evidence = { kind: 'account_events', act } as const
  return { factor: 'onchainAge', code: act, text, points: 0, evidence }
}
