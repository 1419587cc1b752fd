/** One transfer of fungible tokens, seen from the wallet that is judged. */
export interface Transfer {
  direction: 'in' | 'out'
  /** `null` when money came from or went to no account, such as a mint, a burn or a contract's creation. */
  counterparty: string | null
  token: string
  /** More than 0, in units of the token's last decimal. */
  units: bigint
  /** Unix seconds of its block. */
  seconds: number
  /** Came in and was too small to mean anything: counted apart, never judged. */
  isDust?: boolean
  /** Went out in a transaction that somebody else proposed. */
  isSwept?: boolean
  /** Went out and left at most a hundredth behind. */
  isEmptied?: boolean
}

const DAY = 86_400
const HOUR = 3_600

export const toDay = ({ seconds }: Transfer): number => Math.floor(seconds / DAY)

export const toHour = ({ seconds }: Transfer): number => Math.floor(seconds / HOUR)
