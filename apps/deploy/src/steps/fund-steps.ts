import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import { fundRechecks, fundSettlements } from '@app/contracts/transactions.generated.ts'
import { type Balances, type Fund, lacksOf, readFunds } from '../plan/plan-funds.ts'
import { allOf, type Site } from '../site/site.ts'
import type { Step } from './step.ts'

/** Fills up the funds that lack something of what is wanted. */
export function fundSteps(site: Site, balances: Balances, wantedUnits: bigint): Step[] {
  return [...lacksOf(balances, wantedUnits)].map(([fund, amount]) => ({
    label: `Fill up the fund: ${fund}`,
    call: PAY[fund]({ amount }),
    authorizers: site.signers,
    isDone: async () => !lacksOf(await readFunds(site, allOf(site)), wantedUnits).has(fund),
  }))
}

const PAY: Readonly<Record<Fund, (args: { amount: bigint }) => CadenceCall>> = {
  rechecks: fundRechecks,
  settlements: fundSettlements,
}
