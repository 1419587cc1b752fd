import type { Address } from '@app/values/address.ts'
import type { ExplainedJudgement } from './judge/judge-executable.ts'

/** What a signer remembers between two steps. It may lose all of it: it only saves work. */
export interface Memory {
  judgements: Map<number, { height: number; judgement: ExplainedJudgement }>
  /** Voters that are scored after each of their changes. */
  tracked: Set<Address>
  /** Height at which this signer last opened an attempt, by proposal: others come first then. */
  openedAt: Map<number, number>
  /** Height of the last submission by transaction id. */
  sentAt: Map<string, number>
  /** Ids of blocks to which letters refer, by height. */
  blockIds: Map<number, string>
  /** The last status and when it was written, in Unix milliseconds. */
  status: { text: string; atMs: number }
  /** Doubts that were logged. */
  logged: Set<string>
}

export const createMemory = (): Memory => ({
  judgements: new Map(),
  tracked: new Set(),
  openedAt: new Map(),
  sentAt: new Map(),
  blockIds: new Map(),
  status: { text: '', atMs: Number.NEGATIVE_INFINITY },
  logged: new Set(),
})
