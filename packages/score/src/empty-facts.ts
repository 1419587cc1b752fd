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
export function emptyFacts(): Facts {
  return { ...EMPTY_FACTS, activity: emptyActivity(), tokens: [] }
}

/** Activity without transfers. */
export function emptyActivity(): ActivityFacts {
  return { ...EMPTY_ACTIVITY }
}

/** Facts of an account that did nothing itself. */
export function emptyAccount(): AccountFacts {
  return { ...EMPTY_ACCOUNT }
}

/** A token without transfers. */
export function emptyToken(token: string): TokenFacts {
  return { ...EMPTY_TOKEN, token }
}
