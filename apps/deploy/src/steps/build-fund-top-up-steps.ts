import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import { fundRechecks, fundSettlements } from '@app/contracts/transactions.generated.ts'
import {
  computeShortfalls,
  type Fund,
  type FundBalances,
  readFundBalances,
} from '../plan/plan-funds.ts'
import { type DeploymentTarget, listContractNames } from '../target/deployment-target.ts'
import type { Step } from './step.ts'

/** Builds the steps that fill each fund up to the wanted amount. */
export function buildFundTopUpSteps(
  target: DeploymentTarget,
  balances: FundBalances,
  wantedUnits: bigint,
): Step[] {
  return [...computeShortfalls(balances, wantedUnits)].map(([fund, amount]) => ({
    label: `Fill up the fund: ${fund}`,
    call: FUND_TRANSACTIONS[fund]({ amount }),
    authorizers: target.signers,
    isDone: async () =>
      !computeShortfalls(
        await readFundBalances(target, listContractNames(target)),
        wantedUnits,
      ).has(fund),
  }))
}

const FUND_TRANSACTIONS: Readonly<Record<Fund, (args: { amount: bigint }) => CadenceCall>> = {
  rechecks: fundRechecks,
  settlements: fundSettlements,
}
