import { formatUfix64, UNITS_PER_TOKEN } from '@app/values/amount.ts'
import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import { expect, test } from 'vitest'
import type { TransactionRequest } from '../../create-chain.ts'
import type { Person } from '../../people/create-person.ts'
import * as evm from '../../people/evm-transactions.ts'
import * as staking from '../../people/staking-transactions.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'

const { people, chain, fetchScore } = connectToWorld()
const { grace, stella } = people

/** What the vault keeps, for fees and storage. */
const KEPT = UNITS_PER_TOKEN

/** Moves all FLOW but one to another place and back; returns the score before, in between, and after. */
async function scoreMoves(
  { address, readBalance }: Person,
  put: (amount: string) => TransactionRequest[],
  take: (amount: string) => TransactionRequest[],
): Promise<number[]> {
  const amount = formatUfix64((await readBalance('FLOW')) - KEPT)
  const scores = [(await fetchScore({ address })).score]
  for (const requests of [put(amount), take(amount)]) {
    for (const request of requests) await chain.submitUntilSealed(request)
    scores.push((await fetchScore({ address })).score)
  }
  return scores
}

function expectSteady([before = 0, between = 0, after = 0]: number[]): void {
  expect(before).toBeGreaterThanOrEqual(SUSPECTED_BELOW)
  expect(Math.abs(between - before)).toBeLessThanOrEqual(1)
  expect(Math.abs(after - before)).toBeLessThanOrEqual(1)
}

test('grace, who moves everything to her account in the EVM and back, scores as before', async () => {
  const scores = await scoreMoves(
    grace,
    (amount) => [evm.buildCoaDepositRequest(grace.address, amount)],
    (amount) => [evm.buildCoaWithdrawalRequest(grace.address, amount)],
  )
  expectSteady(scores)
})

test('stella, who delegates everything, and takes it back before it counts, scores as before', async () => {
  const scores = await scoreMoves(
    stella,
    (amount) => [staking.buildDelegationRequest(stella.address, amount)],
    (amount) => [
      staking.buildUnstakingRequest(stella.address, amount),
      staking.buildStakeWithdrawalRequest(stella.address, amount),
    ],
  )
  expectSteady(scores)
})
