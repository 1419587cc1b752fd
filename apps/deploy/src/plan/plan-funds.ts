import type { CadenceCall } from '@app/contracts/resolve-imports.ts'
import { getRecheckFund, getSettlementFund } from '@app/contracts/scripts.generated.ts'
import { type DeploymentTarget, runScript } from '../target/deployment-target.ts'

/** The funds: one pays for rechecks of addresses, one for scheduled runs that settle proposals, freezes and flags. */
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

/** Reads the balances of the funds; 0 for a contract that is not deployed. */
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

/** Returns the units that each fund lacks; funds that lack none are left out. */
export function computeShortfalls(
  balances: FundBalances,
  wantedUnits: bigint,
): ReadonlyMap<Fund, bigint> {
  const shortfalls = FUNDS.map((fund): [Fund, bigint] => [fund, wantedUnits - balances[fund]])
  return new Map(shortfalls.filter(([, units]) => units > 0n))
}
