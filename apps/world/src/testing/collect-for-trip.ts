import type { Person } from '../people/create-person.ts'
import { buildBatchPaymentRequest } from '../people/transactions.ts'
import type { WorldConnection } from './connect-to-world.ts'
import { openNewAccounts } from './open-new-accounts.ts'

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
