import { Create, Decode } from 'typebox/value'
import {
  type AccountFacts,
  AccountSchema,
  type ActivityFacts,
  ActivitySchema,
  type Facts,
  FactsSchema,
  type TokenFacts,
  TokenFactsSchema,
} from './facts.ts'

const EMPTY_ACTIVITY = Decode(ActivitySchema, Create(ActivitySchema))
const EMPTY_ACCOUNT = Decode(AccountSchema, Create(AccountSchema))
const EMPTY_TOKEN = Decode(TokenFactsSchema, Create(TokenFactsSchema))

const EMPTY_FACTS = Decode(FactsSchema, {
  ...Create(FactsSchema),
  address: '0x179b6b1cb6755e31',
  completeness: 10_000,
})

/** Creates the facts of an account without any events. */
export function createEmptyFacts(): Facts {
  return { ...EMPTY_FACTS, activity: createEmptyActivity(), tokens: [] }
}

/** Creates activity without transfers. */
export function createEmptyActivity(): ActivityFacts {
  return { ...EMPTY_ACTIVITY }
}

/** Creates the account facts of an account without own activity. */
export function createEmptyAccount(): AccountFacts {
  return { ...EMPTY_ACCOUNT }
}

/** Creates the facts of a token without transfers. */
export function createEmptyToken(token: string): TokenFacts {
  return { ...EMPTY_TOKEN, token }
}
