import type { Address } from '@app/values/address.ts'
import type { IndependentWallet } from '../independent-wallet.ts'
import type { VoteRequest } from './send-until-answered.ts'

/** Clients of each kind of mistake. */
export const EACH = 6

const HALF_DAY = 43_200

/** A client with what is expected of it. */
export interface Client {
  requests: readonly VoteRequest[]
  /** `counted`: the vote. Others: code of the refusal, with its status and sentence. */
  expected: 'counted' | 'one of two' | { status: number; code: string; message: RegExp }
}

interface VotePlan {
  target: Address
  /** Block time in Unix seconds. */
  now: number
  /** Returns numbers in [0, 1). */
  random: () => number
}

/** Returns the last full minute. */
export const toMinute = (seconds: number): number => Math.floor(seconds / 60) * 60

/**
 * Plans one client for each voter, by its place: `EACH` without a record, `EACH / 2` published
 * too low and `EACH / 2` forgers after them, then `EACH` of each other mistake, and the rest vote rightly.
 */
export function planClients(voters: readonly IndependentWallet[], options: VotePlan): Client[] {
  const { now, random, target } = options
  const validUntil = toMinute(now + HALF_DAY)
  return voters.map((voter, index) => {
    const support = random() < 0.6
    const common = { proposalId: 1, target, sequence: 1, validUntil, support }
    const vote: VoteRequest = { ...common, voter }
    const other = voters[(index + 1) % voters.length] as IndependentWallet
    switch (Math.floor(index / EACH)) {
      case 0:
        return { requests: [vote], expected: NOT_ELIGIBLE_YET }
      case 1:
        return index < EACH * 1.5
          ? { requests: [vote], expected: SCORE_TOO_LOW }
          : { requests: [{ ...vote, signer: other }], expected: FORGED }
      case 2:
        return { requests: [{ ...vote, sequence: 5_000 + index }], expected: UNKNOWN_SEQUENCE }
      case 3:
        return { requests: [vote, { ...vote, support: !support }], expected: 'one of two' }
      case 4:
        return { requests: [{ ...vote, validUntil: toMinute(now - 120) }], expected: EXPIRED }
      default:
        return { requests: [vote], expected: 'counted' }
    }
  })
}

const NOT_ELIGIBLE_YET = {
  status: 403,
  code: 'not_eligible',
  message: /^0x[0-9a-f]{16} has no score on record for 7 days, as none is published/,
} as const
const SCORE_TOO_LOW = {
  status: 403,
  code: 'not_eligible',
  message: /is below 60: it is 57/,
} as const
const FORGED = {
  status: 403,
  code: 'signature_refused',
  message: /^The signature was refused: .+ Sign the message again\.$/,
} as const
const UNKNOWN_SEQUENCE = {
  status: 409,
  code: 'sequence_refused',
  message:
    /^The sequence number 50\d\d is more than 1000 above the last one, 0\. Sign the message again\.$/,
} as const
const EXPIRED = {
  status: 409,
  code: 'message_expired',
  message: /^The signed message was valid until .+ UTC\. Sign it again\.$/,
} as const
