/** One transfer of fungible tokens, from the view of the scored wallet. */
export interface Transfer {
  direction: 'in' | 'out'
  /**
   * `null` without a counterparty account, such as for a mint, a burn or the creation of a
   * contract.
   */
  counterparty: string | null
  token: string
  /** More than 0, in units of the token's last decimal. */
  units: bigint
  /** Unix seconds of its block. */
  seconds: number
  /** Incoming and below the dust limit: counted separately, not scored. */
  isDust?: boolean
  /** Outgoing, in a transaction that another account proposed. */
  isSwept?: boolean
  /** Outgoing, and at most a hundredth of the balance remained. */
  isEmptied?: boolean
}

const DAY = 86_400
const HOUR = 3_600

export const toDay = ({ seconds }: Transfer): number => Math.floor(seconds / DAY)

export const toHour = ({ seconds }: Transfer): number => Math.floor(seconds / HOUR)
