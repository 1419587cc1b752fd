import type { Address } from '@app/values/address.ts'
import type { Chain } from '../chain/create-chain.ts'
import type { AccountName } from './account-names.ts'
import { createPerson, type Person } from './create-person.ts'

/** All people of the local world by name. */
export type People = Record<AccountName, Person>

/** Creates a person for each account. */
export function createPeople(
  chain: Chain,
  addresses: Iterable<readonly [string, Address]>,
): People {
  const people = [...addresses].map(([name, address]) => [name, createPerson(chain, name, address)])
  return Object.fromEntries(people)
}
