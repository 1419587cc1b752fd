import { Create, Decode } from 'typebox/value'
import {
  type AccountFacts,
  AccountSchema,
  type ActivityFacts,
  ActivitySchema,
  type Facts,
  FactsSchema,
  type TokenFacts,
  TokenSchema,
} from './facts.ts'

const EMPTY_ACTIVITY = Decode(ActivitySchema, Create(ActivitySchema))
const EMPTY_ACCOUNT = Decode(AccountSchema, Create(AccountSchema))
const EMPTY_TOKEN = Decode(TokenSchema, Create(TokenSchema))

const EMPTY_FACTS = Decode(FactsSchema, {
  ...Create(FactsSchema),
  address: '0x179b6b1cb6755e31',
  completeness: 10_000,
})

/** Facts of an account without any events. */
export function createEmptyFacts(): Facts {
  return { ...EMPTY_FACTS, activity: createEmptyActivity(), tokens: [] }
}

/** Activity without transfers. */
export function createEmptyActivity(): ActivityFacts {
  return { ...EMPTY_ACTIVITY }
}

/** Facts of an account that did nothing itself. */
export function createEmptyAccount(): AccountFacts {
  return { ...EMPTY_ACCOUNT }
}

/** A token without transfers. */
export function createEmptyToken(token: string): TokenFacts {
  return { ...EMPTY_TOKEN, token }
}
