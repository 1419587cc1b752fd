import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import { getRecheckFund, getSettlementFund } from '@app/contracts/scripts.generated.ts'
import { ask, type Site } from '../site/site.ts'

/** What is paid for out of a fund: rechecks of addresses, and runs that settle proposals and marks. */
export const FUNDS = ['rechecks', 'settlements'] as const
export type Fund = (typeof FUNDS)[number]

/** FLOW in each fund, in units. */
export type Balances = Readonly<Record<Fund, bigint>>

const CONTRACT_OF: Readonly<Record<Fund, string>> = {
  rechecks: 'DharmaRecheck',
  settlements: 'DharmaSettlementScheduler',
}

const QUESTION: Readonly<Record<Fund, () => CadenceCall>> = {
  rechecks: getRecheckFund,
  settlements: getSettlementFund,
}

/** What the funds hold; nothing where the contract is not among the deployed ones. */
export async function readFunds(site: Site, deployed: ReadonlySet<string>): Promise<Balances> {
  const balanceOf = async (fund: Fund): Promise<bigint> =>
    deployed.has(CONTRACT_OF[fund]) ? BigInt(String(await ask(site, QUESTION[fund]()))) : 0n
  return { rechecks: await balanceOf('rechecks'), settlements: await balanceOf('settlements') }
}

/** Units that each fund lacks of what is wanted, those that lack none left out. */
export function lacksOf(balances: Balances, wantedUnits: bigint): ReadonlyMap<Fund, bigint> {
  const lacks = FUNDS.map((fund): [Fund, bigint] => [fund, wantedUnits - balances[fund]])
  return new Map(lacks.filter(([, units]) => units > 0n))
}
