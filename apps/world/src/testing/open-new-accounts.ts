import { openAccounts } from '@app/contracts/calls.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import type { Chain } from '../create-chain.ts'
import { createPerson, type Person } from '../people/create-person.ts'
import { buildBatchPaymentRequest } from '../people/transactions.ts'
import type { WorldConnection } from './connect-to-world.ts'

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

const FRIENDS = 6

/**
 * Opens the account of an honest person who collects money for a trip from six friends and pays the hotel at
 * once: with an entry in the scam list, by mistake, the agent flags it. Halfway through, the agent may warn already:
 * whoever must hear of that watches before the money comes.
 */
export async function collectForTrip(
  { chain, people }: Pick<WorldConnection, 'chain' | 'people'>,
  beforeMoneyComes: (organizer: Person) => Promise<void> = async () => {},
): Promise<Person> {
  const [organizer, hotel, ...friends] = await openNewAccounts(chain, FRIENDS + 2)
  if (organizer === undefined || hotel === undefined) throw new Error('no accounts were opened')
  await beforeMoneyComes(organizer)
  const wages = new Map(friends.map(({ address }) => [address, '50.00']))
  await chain.submitUntilSealed(buildBatchPaymentRequest(people.acme.address, wages, 'TUSD'))
  for (const friend of friends) await friend.pay(organizer, '40.00')
  await organizer.pay(hotel, '235.00')
  return organizer
}
