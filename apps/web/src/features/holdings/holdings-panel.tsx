import type { ApiClient } from '@app/api/client/client.ts'
import { getHoldings } from '@app/api/routes/accounts.ts'
import type { Holdings } from '@app/api/schemas/account.ts'
import type { ScoreResult } from '@app/api/schemas/score.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery, useApi } from '../../lib/api.ts'
import { formatAmount, formatCount, formatTokens } from '../../lib/format/format.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { ScrollBox } from '../../ui/scroll-box.tsx'
import { DateTime } from '../../ui/time.tsx'
import { UserText } from '../../ui/user-text.tsx'

export function HoldingsPanel({ result }: { result: ScoreResult }) {
  const { data, isError, refetch } = useQuery(holdingsQuery(useApi(), result))
  if (data === undefined) {
    return isError ? (
      <LoadFailure text="The holdings could not be loaded." onRetry={() => void refetch()} />
    ) : (
      <p className="min-h-24 text-ink-soft">Loading...</p>
    )
  }
  return (
    <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[3fr_2fr]">
      <div className="flex min-w-0 flex-col gap-3">
        <Tokens tokens={data.tokens} />
        <UserText as="p" className="figures text-small text-ink-soft empty:hidden">
          {describePlaces(data)}
        </UserText>
      </div>
      <Nfts holdings={data} />
    </div>
  )
}

function Tokens({ tokens }: Pick<Holdings, 'tokens'>) {
  if (tokens.length === 0) return <p className="text-ink-soft">No token transfers so far.</p>
  return (
    <ScrollBox label="Tokens">
      <table className="figures w-full text-small">
        <caption className="mb-1 text-left text-body font-medium">Tokens</caption>
        <thead>
          <tr className="border-b border-line text-ink-faint">
            <HeaderCell isLeft>Token</HeaderCell>
            <HeaderCell>Balance</HeaderCell>
            <HeaderCell>Received</HeaderCell>
            <HeaderCell>Sent</HeaderCell>
            <HeaderCell>Transfers</HeaderCell>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {tokens.map(({ token, amount, received, sent, transfers }) => (
            <tr key={token}>
              <th
                scope="row"
                className="max-w-32 truncate py-2 pr-3 text-left font-medium"
                title={token}
              >
                {token}
              </th>
              <NumberCell>{amount === undefined ? <Unknown /> : formatAmount(amount)}</NumberCell>
              <NumberCell>{formatAmount(received)}</NumberCell>
              <NumberCell>{formatAmount(sent)}</NumberCell>
              <NumberCell>{formatCount(transfers)}</NumberCell>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

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

const HeaderCell = ({ isLeft = false, children }: { isLeft?: boolean; children: string }) => (
  <th scope="col" className={`py-1.5 font-normal ${isLeft ? 'text-left' : 'pl-3 text-right'}`}>
    {children}
  </th>
)

const NumberCell = ({ children }: { children: ReactNode }) => (
  <td className="py-2 pl-3 text-right">{children}</td>
)

const Unknown = () => (
  <span className="text-ink-faint" title="Not read">
    –<span className="sr-only">not read</span>
  </span>
)

function Nfts({ holdings: { nfts, nftsReadAtHeight } }: { holdings: Holdings }) {
  return (
    <div>
      <h3 className="mb-1 font-medium">NFTs</h3>
      {nfts.length === 0 && (
        <p className="text-small text-ink-soft">
          {nftsReadAtHeight === null ? 'Its storage was not read yet.' : 'None in its storage.'}
        </p>
      )}
      <ul className="divide-y divide-line">
        {nfts.map(({ collection, count, since, isSelfMinted }) => (
          <li key={collection} className="figures flex flex-wrap gap-x-3 py-2 text-small">
            <UserText className="font-medium">{collection}</UserText>
            <span className="text-ink-soft">
              {formatCount(count)}
              {isSelfMinted && ', of its own contract'}
            </span>
            {since && (
              <span className="ml-auto text-ink-faint">
                since <DateTime time={since} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

const holdingsQuery = (api: ApiClient, { address, evidenceHash }: ScoreResult) => ({
  ...apiQuery(api, ['accounts', address, 'holdings', evidenceHash], getHoldings, {
    params: { address },
  }),
  placeholderData: keepPreviousData,
})
