import type { ApiClient } from '@app/api/client/client.ts'
import { listTransfers } from '@app/api/routes/accounts.ts'
import type { AccountSummary, AccountTransfer } from '@app/api/schemas/account.ts'
import type { ScoreResult } from '@app/api/schemas/score.ts'
import { type Party, toParty } from '@app/values/evm-address.ts'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import { type Ref, useEffect, useRef } from 'react'
import { findName } from '../../lib/address-input.ts'
import { useApi } from '../../lib/api.ts'
import { counterpartiesQuery } from '../../lib/counterparties-query.ts'
import { useConfig } from '../../lib/runtime-config.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { EvmTransactionLink, PartyLink } from '../../ui/party-link.tsx'
import { DateTime, TimeAgo } from '../../ui/time.tsx'
import { TransactionIcon } from '../../ui/transaction-link.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { describeTransfer } from './describe-transfer.ts'

/** What came in and went out, newest first, page by page. */
export function TransfersPanel({ result }: { result: ScoreResult }) {
  const api = useApi()
  const address = toParty(result.address)
  const { data, isError, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    transfersQuery(api, address, result.evidenceHash),
  )
  const { data: counterparties = [] } = useQuery(counterpartiesQuery(api, address))
  const transfers = data?.pages.flatMap((page) => page.data) ?? []
  const { list, focusNext } = useNextRow(transfers.length)
  const showMore = () => {
    focusNext()
    void fetchNextPage()
  }
  return (
    <div className={`text-small ${data === undefined ? 'min-h-96' : ''}`}>
      {data === undefined && !isError && <p className="text-ink-soft">Loading...</p>}
      {data !== undefined && transfers.length === 0 && (
        <p className="text-ink-soft">No transfers so far.</p>
      )}
      <TransferList
        ref={list}
        label="Transfers, newest first"
        transfers={transfers}
        address={address}
        counterparties={counterparties}
      />
      {isError && (
        <LoadFailure
          text="The transfers could not be loaded."
          onRetry={() => void (data === undefined ? refetch() : fetchNextPage())}
        />
      )}
      <div className="mt-1 flex min-h-9 flex-wrap items-center justify-between gap-x-4 text-caption text-ink-faint">
        <p>Without dust and fees.</p>
        {hasNextPage && !isError && (
          <Button
            variant="quiet"
            size="small"
            className="-mr-3"
            isBusy={isFetching}
            onClick={showMore}
          >
            Show more
          </Button>
        )}
      </div>
      <UnverifiedTransfers result={result} counterparties={counterparties} />
    </div>
  )
}

/** What contracts in the EVM say that are on no list; nothing where none names the account. */
function UnverifiedTransfers({
  result,
  counterparties,
}: {
  result: ScoreResult
  counterparties: readonly AccountSummary[]
}) {
  const address = toParty(result.address)
  const { data = [] } = useQuery(unverifiedQuery(useApi(), address))
  if (data.length === 0) return null
  const count = data.length < MAX_UNVERIFIED ? String(data.length) : `${MAX_UNVERIFIED} or more`
  return (
    <Disclosure title={`Unverified tokens (${count})`}>
      <p className="text-ink-soft">
        Contracts on the EVM side that are on no list report these transfers, as they can of any two
        addresses. They count for nothing.
      </p>
      <TransferList
        label="Unverified transfers, newest first"
        transfers={data}
        address={address}
        counterparties={counterparties}
      />
    </Disclosure>
  )
}

interface TransferListProps extends Omit<TransferRowProps, 'transfer'> {
  label: string
  transfers: readonly AccountTransfer[]
  ref?: Ref<HTMLOListElement>
}

const TransferList = ({ label, transfers, ref, ...rowProps }: TransferListProps) => (
  <ol ref={ref} aria-label={label} className="divide-y divide-line">
    {transfers.map((transfer, index) => (
      <TransferRow
        // biome-ignore lint/suspicious/noArrayIndexKey: two transfers of one transaction can be equal
        key={`${transfer.txId} ${index}`}
        transfer={transfer}
        {...rowProps}
      />
    ))}
  </ol>
)

/** The list, whose first new row gets the focus that was asked for before it was loaded. */
function useNextRow(count: number) {
  const list = useRef<HTMLOListElement>(null)
  const wanted = useRef<number>(undefined)
  useEffect(() => {
    const index = wanted.current
    if (index === undefined || count <= index) return
    wanted.current = undefined
    const row = list.current?.children[index]
    if (row instanceof HTMLElement) row.focus({ preventScroll: true })
  }, [count])
  const focusNext = () => {
    wanted.current = count
  }
  return { list, focusNext }
}

interface TransferRowProps {
  transfer: AccountTransfer
  address: string
  counterparties: readonly AccountSummary[]
}

/** One row on a wide screen, two lines on a narrow one. */
function TransferRow({ transfer, address, counterparties }: TransferRowProps) {
  const { isIncoming, amount, counterparty, otherSide } = describeTransfer(address, transfer)
  const Arrow = isIncoming ? ArrowDownLeft : ArrowUpRight
  return (
    <li
      tabIndex={-1}
      className="grid grid-cols-[minmax(0,1fr)_auto_2rem] items-center gap-x-3 py-0.5 outline-none sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto_2rem]"
    >
      <span className="figures flex min-w-0 items-center gap-2 max-sm:col-span-2">
        <Arrow className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
        <span className="shrink-0 text-ink-soft sm:w-16">{isIncoming ? 'Received' : 'Sent'}</span>
        <UserText className="truncate font-medium">{amount}</UserText>
      </span>
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 text-ink-soft max-sm:row-start-2 max-sm:pl-6">
        {counterparty === null ? (
          otherSide
        ) : (
          <Counterparty
            address={counterparty}
            isSender={isIncoming}
            account={counterparties.find((one) => one.address === counterparty)}
          />
        )}
        <EvmTransactionLink hash={transfer.evmHash} />
      </span>
      <span className="figures text-right text-ink-faint max-sm:row-start-2">
        <span className="sm:hidden">
          <TimeAgo time={transfer.time} />
        </span>
        <span className="max-sm:hidden">
          <DateTime time={transfer.time} />
        </span>
      </span>
      <TransactionIcon
        txId={transfer.txId}
        className="max-sm:col-start-3 max-sm:row-span-2 max-sm:row-start-1"
      />
    </li>
  )
}

interface CounterpartyProps {
  address: string
  isSender: boolean
  account: AccountSummary | undefined
}

function Counterparty({ address, isSender, account }: CounterpartyProps) {
  const name = findName(address, useConfig().people)
  return (
    <>
      <span>
        <span className="max-sm:sr-only">{isSender ? 'from ' : 'to '}</span>
        <PartyLink address={address} />
      </span>
      {name !== undefined && (
        <span className="rounded-md bg-sunken px-1.5 text-caption leading-5">{name}</span>
      )}
      {account?.isListed && <span className="text-bad">On a scam list</span>}
      {account?.isService && <span>Service</span>}
    </>
  )
}

const PAGE_SIZE = 10

/** The transfers of an account, newest first; loaded again when its evidence changes. */
const transfersQuery = (api: ApiClient, address: Party, evidenceHash: string) =>
  infiniteQueryOptions({
    queryKey: ['accounts', address, 'transfers', 'pages', evidenceHash],
    queryFn: ({ pageParam, signal }) =>
      api.callWithMeta(
        listTransfers,
        {
          params: { address },
          query: { limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) },
        },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta?.nextCursor ?? null,
    placeholderData: keepPreviousData,
  })

const MAX_UNVERIFIED = 50

const unverifiedQuery = (api: ApiClient, address: Party) =>
  queryOptions({
    queryKey: ['accounts', address, 'transfers', 'unverified'],
    queryFn: ({ signal }) =>
      api.call(
        listTransfers,
        { params: { address }, query: { kind: 'unverified', limit: MAX_UNVERIFIED } },
        signal,
      ),
  })
