import {
  type CommunityStatement,
  computeCommunityFacts,
} from '@app/score/community/compute-community-facts.ts'
import type { Facts } from '@app/score/facts.ts'
import { judgeInNumbers } from '@app/score/judge.ts'
import {
  buildFactsFromTransfers,
  type Transfer,
} from '@app/score/transfers/build-facts-from-transfers.ts'
import { ZERO_ADDRESS } from '@app/values/address.ts'
import {
  buildPreparationTransfers,
  buildTransfers,
  START_SECONDS,
  type Strategy,
  type Theft,
  UNITS_PER_FLOW,
} from './strategy.ts'

export type Prices = ReturnType<typeof buildPrices>

export type AttackAttempt = ReturnType<typeof simulateAttempt>

/** A list that is not empty. No account on it has contact with the wallet. */
const SCAM_LIST: ReadonlySet<string> = new Set(['somebody else'])
/** The score of an idle account, which has no data. */
const IDLE_SCORE = 50
/** The wallet is the newest of this many accounts. */
const NEWEST_INDEX = 1_000_000

/**
 * Simulates a strategy to its end. Returns the FLOW spent, without the capital, which the scammer gets back; the days from
 * the wallet's creation; the accounts of the scammer, including this wallet; and the score of the shipped engine.
 */
export function simulateAttempt(strategy: Strategy, prices: Prices, theft: Theft | null = null) {
  const facts = buildStrategyFacts(buildTransfers(strategy, theft), strategy)
  const { transfersIn, transfersOut, lastSeconds } = facts.activity
  const transfers = transfersIn + transfersOut
  const exits = theft === null || strategy.passOnToPayees ? 0 : 1
  const accounts = 1 + countOwnAccounts(strategy) + exits
  const { createAccount, transfer, buyNft } = prices
  const flow = accounts * createAccount + transfers * transfer + strategy.collections * buyNft
  const days = Math.floor((lastSeconds - START_SECONDS) / 86_400)
  const { score } = judgeInNumbers(facts)
  return { strategy, flow: roundToFlow(flow), days, accounts, transfers, score }
}

/** Returns the facts of a fresh wallet after these transfers, as an indexer with full coverage computes them. */
export function buildStrategyFacts(
  transfers: readonly Transfer[],
  { collections, vouchers }: Pick<Strategy, 'collections' | 'vouchers'>,
  listed: ReadonlySet<string> = SCAM_LIST,
): Facts {
  return {
    ...buildFactsFromTransfers(ZERO_ADDRESS, transfers, listed),
    age: { creationIndex: NEWEST_INDEX, accountCount: NEWEST_INDEX, createdSeconds: START_SECONDS },
    community: computeCommunityFacts(Array(vouchers).fill(VOUCH), []),
    holdings: Array.from({ length: collections }, (_, i) => ({
      collection: `A.0ae53cb6e3f42a79.Foreign${i}.Collection`,
      count: 1,
      isSelfMinted: false,
      firstDepositSeconds: START_SECONDS,
    })),
  }
}

const VOUCH: CommunityStatement = { kind: 'vouch', score: IDLE_SCORE, caseId: null }

function countOwnAccounts({ inCircles, payers, payees, vouchers }: Strategy): number {
  return Math.max(vouchers, inCircles === 1 ? Math.max(payers, payees) : payers + payees)
}

/** Returns the FLOW that the scammer must have available while the wallet is prepared, and gets back. */
export function computeCapital(strategy: Strategy): number {
  let lent = 0n
  let most = 0n
  const transfers = buildPreparationTransfers(strategy).sort((a, b) => a.seconds - b.seconds)
  for (const { direction, units } of transfers) {
    lent += direction === 'in' ? units : -units
    if (lent > most) most = lent
  }
  return Number(most) / UNITS_PER_FLOW
}

/**
 * The cost of actions on Flow, in FLOW: a fixed fee per transaction and a fee by its computation, from the
 * tables in Flow's developer documentation ("Fees"). The price of an NFT is a parameter.
 */
const INCLUSION_FEE = 0.000_1
const FEE_PER_UNIT = 0.000_04
const COMPUTATION_UNITS = { transfer: 19, createAccount: 45, buyNft: 60 } as const

/** Minimum balance of every account for its storage, paid by the creator of the account. */
const STORAGE_RESERVE = 0.001

/** Returns the prices; that of an NFT is one of a foreign collection, including the set-up of its collection. */
export function buildPrices(nftFlow: number) {
  return {
    createAccount: roundToFlow(computeFee(COMPUTATION_UNITS.createAccount) + STORAGE_RESERVE),
    transfer: roundToFlow(computeFee(COMPUTATION_UNITS.transfer)),
    buyNft: roundToFlow(computeFee(COMPUTATION_UNITS.buyNft) + nftFlow),
  }
}

/** Rounds an amount to the eight decimals of FLOW. */
const roundToFlow = (amount: number): number => Number(amount.toFixed(8))

const computeFee = (units: number): number => INCLUSION_FEE + FEE_PER_UNIT * units
