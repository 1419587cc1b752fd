import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import { getRecheckFund, getSettlementFund } from '@app/contracts/scripts.generated.ts'
import { type DeploymentTarget, runScript } from '../target/deployment-target.ts'

/** What is paid for out of a fund: rechecks of addresses, and runs that settle proposals and marks. */
export const FUNDS = ['rechecks', 'settlements'] as const
export type Fund = (typeof FUNDS)[number]

/** FLOW in each fund, in units. */
export type FundBalances = Readonly<Record<Fund, bigint>>

const FUND_CONTRACTS: Readonly<Record<Fund, string>> = {
  rechecks: 'DharmaRecheck',
  settlements: 'DharmaSettlementScheduler',
}

const BALANCE_SCRIPTS: Readonly<Record<Fund, () => CadenceCall>> = {
  rechecks: getRecheckFund,
  settlements: getSettlementFund,
}

/** What the funds hold; nothing where the contract is not among the deployed ones. */
export async function readFundBalances(
  target: DeploymentTarget,
  deployed: ReadonlySet<string>,
): Promise<FundBalances> {
  const readBalance = async (fund: Fund): Promise<bigint> =>
    deployed.has(FUND_CONTRACTS[fund])
      ? BigInt(String(await runScript(target, BALANCE_SCRIPTS[fund]())))
      : 0n
  return { rechecks: await readBalance('rechecks'), settlements: await readBalance('settlements') }
}

/** Units that each fund lacks of what is wanted, those that lack none left out. */
export function computeShortfalls(
  balances: FundBalances,
  wantedUnits: bigint,
): ReadonlyMap<Fund, bigint> {
  const shortfalls = FUNDS.map((fund): [Fund, bigint] => [fund, wantedUnits - balances[fund]])
  return new Map(shortfalls.filter(([, units]) => units > 0n))
}
