import type { Holdings } from '@app/api/schemas/account.ts'
import { formatTokens } from '../../lib/format/format.ts'

type Place = NonNullable<Holdings['places']>[number]

const DESCRIPTIONS: Readonly<Record<Place['place'], (amounts: string) => string>> = {
  evm: (amounts) => `${amounts} on the EVM side`,
  staking: (amounts) => `${amounts} staked`,
  vault: (amounts) => `${amounts} in its guarded vault`,
  child: (amounts) => `${amounts} in child accounts`,
}

/**
 * Says where money lies that the wallet put away: 'Where the money is: 12 FLOW in the wallet, 799 FLOW staked.';
 * `null` if it put none away.
 */
export function describePlaces({ tokens, places = [] }: Holdings): string | null {
  if (places.length === 0) return null
  const inWallet = tokens.flatMap(({ token, amount }) =>
    amount !== undefined && places.some((place) => place.token === token)
      ? [formatTokens({ token, amount })]
      : [],
  )
  const parts = [
    ...(inWallet.length === 0 ? [] : [`${inWallet.join(' and ')} in the wallet`]),
    ...[...Map.groupBy(places, ({ place }) => place)].map(([place, own]) =>
      DESCRIPTIONS[place](own.map(formatTokens).join(' and ')),
    ),
  ]
  return `Where the money is: ${parts.join(', ')}.`
}
