import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import { fundClerk, fundRechecks } from '@app/contracts/transactions.generated.ts'
import { type Balances, FUNDS, type Fund, lackOf, readFunds } from '../plan/plan-funds.ts'
import { allOf, type Site } from '../site/site.ts'
import type { Step } from './step.ts'

/** Fills up the funds that lack something of what is wanted. */
export function fundSteps(site: Site, balances: Balances, wantedUnits: bigint): Step[] {
  return FUNDS.filter((fund) => lackOf(fund, balances, wantedUnits) > 0n).map((fund) => ({
    label: `Fill up the fund: ${fund}`,
    call: PAY[fund]({ amount: lackOf(fund, balances, wantedUnits) }),
    authorizers: site.signers,
    isDone: async () => lackOf(fund, await readFunds(site, allOf(site)), wantedUnits) === 0n,
  }))
}

const PAY: Readonly<Record<Fund, (args: { amount: bigint }) => CadenceCall>> = {
  rechecks: fundRechecks,
  clerk: fundClerk,
}
