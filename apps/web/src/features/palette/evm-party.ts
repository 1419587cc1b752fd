import type { ApiClient } from '@app/api/client/client.ts'
import { getEvmParty } from '@app/api/routes/accounts.ts'
import type { EvmParty } from '@app/api/schemas/evm-party.ts'
import { cleanPastedAddress, normalizePasted } from '@app/values/address.ts'
import { type EvmAddress, toEvmAddress } from '@app/values/evm-address.ts'
import { apiQuery } from '../../lib/api.ts'
import { formatCount, formatTokens } from '../../lib/format/format.ts'

/** An address of the EVM that stands alone, also in a longer text such as a link of an explorer. */
const IN_TEXT = /(?<![\p{N}\p{M}\p{LC}])(?:0x)?([0-9a-f]{40})(?![\p{N}\p{M}\p{LC}])/giv

/** Returns the only address of the EVM in a text; `null` when it has none, or several different ones. */
export function parseEvmInput(text: string): EvmAddress | null {
  const plain = [normalizePasted(text), cleanPastedAddress(text)]
  const found = plain.flatMap((one) => [...one.matchAll(IN_TEXT)])
  const [first = null, ...others] = new Set(found.map(([, digits = '']) => toEvmAddress(digits)))
  return others.length === 0 ? first : null
}

/** Whose an address of the EVM is, or what is known of it; asks nothing without one. */
export const evmPartyQuery = (api: ApiClient, address: EvmAddress | null) =>
  apiQuery(api, ['evm', address], getEvmParty, address && { params: { address } })

/** Says what is known of an address of the EVM, which has no score. */
export function describeEvmParty(party: EvmParty): string {
  const { summary, kind, labels, isFollowed } = party
  if (kind === 'owned') return `${summary}, whose page has what it does.`
  return [
    `${summary}.`,
    ...labels.map(({ kind: list, source }) => `On a ${list} list: ${source}.`),
    ...describeMoney(party),
    ...(party.unseen === undefined
      ? []
      : [
          `${formatTokens({ amount: party.unseen, token: 'FLOW' })} of it is from an unseen source.`,
        ]),
    ...describeHop(party),
    ...(isFollowed ? [] : ['Where its money came from before is not followed further.']),
  ].join(' ')
}

const NAMED_TOKENS = 3

function describeMoney({ counterparties, tokens }: EvmParty): string[] {
  if (tokens.length === 0) return []
  const sums = tokens.slice(0, NAMED_TOKENS).map(({ token, received, sent }) => {
    const inAndOut = [received, sent].map((amount) => formatTokens({ amount, token }))
    return `${inAndOut[0]} in, ${inAndOut[1]} out`
  })
  const whom =
    counterparties === 1 ? 'one counterparty' : `${formatCount(counterparties)} counterparties`
  return [`${sums.join('; ')}; ${whom}.`]
}

const BY_HOP = [
  'a listed account',
  'an account close to a listed one',
  'an account two steps from a listed one',
] as const

function describeHop({ hop, steps, labels }: EvmParty): string[] {
  const isListed = labels.some(({ kind }) => kind === 'scam')
  if (hop === null || isListed) return []
  const more = steps === 2 ? 'one more address' : `${formatCount(steps - 1)} more addresses`
  return [`Its money counts as that of ${BY_HOP[hop]}${steps > 1 ? `, over ${more}` : ''}.`]
}
