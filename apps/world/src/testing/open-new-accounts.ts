import { openAccounts } from '@app/contracts/transactions.generated.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import type { Chain } from '../create-chain.ts'
import { createPerson, type Person } from '../people/create-person.ts'

/** Opens new accounts, by default with 10 FLOW each, for stories that need accounts without history. */
export async function openNewAccounts(
  chain: Chain,
  count: number,
  flowEach = 10_00000000n,
): Promise<Person[]> {
  const { publicKeyHex, address } = chain.service
  const call = openAccounts({ publicKey: publicKeyHex, count, flowEach })
  const { events } = await chain.submitUntilSealed({ call, signers: [address] })
  return events
    .filter(({ type }) => type === 'flow.AccountCreated')
    .map(({ fields }): Address => toAddress(String(fields.address)))
    .map((opened, index) => createPerson(chain, `stranger ${index}`, opened))
}
