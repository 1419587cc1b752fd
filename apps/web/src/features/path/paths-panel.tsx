import type { ApiClient } from '@app/api/client/client.ts'
import { listPaths } from '@app/api/routes/accounts.ts'
import {
  type AccountSummary,
  type AccountTransfer,
  MAX_PATH_TRANSFERS,
  type Path,
  type PathRelation,
  type Paths,
} from '@app/api/schemas/account.ts'
import type { ScoreResult } from '@app/api/schemas/score.ts'
import { isEvmAddress } from '@app/values/evm-address.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react'
import { Fragment } from 'react'
import { apiQuery, useApi } from '../../lib/api.ts'
import { useTransactionUrlBuilder } from '../../lib/explorer.ts'
import { formatDate, formatPercent, formatTokens, spellCount } from '../../lib/format/format.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { formatParty, PartyLink } from '../../ui/party-link.tsx'
import { ShortAddress } from '../../ui/short-address.tsx'
import { LevelMark } from '../../ui/tone/level-mark.tsx'
import { UserText } from '../../ui/user-text.tsx'

export function PathsPanel({ result }: { result: ScoreResult }) {
  const { data, isError, refetch } = useQuery(pathsQuery(useApi(), result))
  if (data === undefined) {
    return isError ? (
      <LoadFailure text="The paths could not be loaded." onRetry={() => void refetch()} />
    ) : (
      <p className="min-h-24 text-ink-soft">Loading...</p>
    )
  }
  return (
    <div className="grid gap-5">
      <p className="text-ink-soft empty:hidden">{describePaths(data, result).join(' ')}</p>
      {data.paths.map((path) => (
        <PathStrip
          key={`${path.relation} ${path.transfers.map(({ txId }) => txId).join()}`}
          address={result.address}
          path={path}
          meaning={describeMeaning(path, result)}
          accounts={data.accounts}
        />
      ))}
    </div>
  )
}

/** The shortest paths from a wallet to listed accounts; loaded again when its evidence changes. */
export const pathsQuery = (api: ApiClient, { address, evidenceHash }: ScoreResult) => ({
  ...apiQuery(api, ['accounts', address, 'paths', 'listed', evidenceHash], listPaths, {
    params: { address },
  }),
  placeholderData: keepPreviousData,
})

interface PathStripProps {
  address: string
  path: Path
  meaning?: string | undefined
  accounts: readonly AccountSummary[]
}

function PathStrip({ address, path, meaning, accounts }: PathStripProps) {
  const { stops, steps } = arrangePath(address, path)
  const byAddress = new Map(accounts.map((account) => [account.address, account]))
  return (
    <div>
      <h3 className="font-medium">{describePath(path)}</h3>
      <UserText as="p" className="mb-3 text-small text-ink-soft">
        {meaning}
        {path.listed && ` List: ${path.listed.source}.`}
      </UserText>
      <ol
        className={`flex flex-col sm:flex-row sm:items-stretch ${steps.length > MAX_PATH_TRANSFERS ? 'gap-y-3 sm:flex-wrap sm:[&>li]:min-w-28' : ''}`}
      >
        {stops.map((stop, index) => {
          const step = steps[index]
          return (
            <Fragment key={stop}>
              <Stop address={stop} isThis={stop === address} account={byAddress.get(stop)} />
              {step && <Transfer step={step} isTheft={path.relation === 'robbed_by_listed'} />}
            </Fragment>
          )
        })}
      </ol>
    </div>
  )
}

interface PathStep {
  transfer: AccountTransfer
  /** False where the money moved from right to left. */
  isForward: boolean
}

interface ArrangedPath {
  /** From left to right. */
  stops: readonly string[]
  /** One less than the stops: each connects two of them. */
  steps: readonly PathStep[]
}

/**
 * Arranges a path of `address` from left to right, so that the money moves to the right where most of
 * its transfers do.
 */
export function arrangePath(address: string, { transfers }: Pick<Path, 'transfers'>): ArrangedPath {
  const stops = [address]
  const steps: PathStep[] = []
  for (const transfer of transfers) {
    const here = stops.at(-1)
    const isForward = transfer.from === here
    const next = isForward ? transfer.to : transfer.from
    if (next === null) break
    stops.push(next)
    steps.push({ transfer, isForward })
  }
  const forward = steps.filter(({ isForward }) => isForward).length
  return forward * 2 >= steps.length ? { stops, steps } : turn({ stops, steps })
}

const turn = ({ stops, steps }: ArrangedPath): ArrangedPath => ({
  stops: stops.toReversed(),
  steps: steps.toReversed().map((step) => ({ ...step, isForward: !step.isForward })),
})

interface StopProps {
  address: string
  isThis: boolean
  account: AccountSummary | undefined
}

function Stop({ address, isThis, account }: StopProps) {
  const isListed = account?.isListed === true
  return (
    <li
      data-address={address}
      className={`flex min-h-16 items-center gap-2.5 rounded-control border px-3 py-2 ${isThis ? 'border-2 border-brand' : 'border-line-strong'}`}
    >
      <LevelMark level={account?.riskLevel ?? null} />
      <span className="min-w-0 text-small">
        <span className="block">
          {isThis ? <ShortAddress address={address} as="text" /> : <PartyLink address={address} />}
        </span>
        <span className={isListed ? 'block text-bad' : 'block text-ink-faint'}>
          {describeStop(isThis, account)}
        </span>
      </span>
    </li>
  )
}

function describeStop(isThis: boolean, account: AccountSummary | undefined): string {
  if (isThis) return 'This wallet'
  if (account?.isListed) return 'On a scam list'
  return account?.isService ? 'Service' : 'In between'
}

function Transfer({
  step: { transfer, isForward },
  isTheft,
}: {
  step: PathStep
  isTheft: boolean
}) {
  const buildTransactionUrl = useTransactionUrlBuilder()
  const [Wide, Narrow] = isForward ? [ArrowRight, ArrowDown] : [ArrowLeft, ArrowUp]
  return (
    <li className="min-w-0 flex-1 self-center sm:max-w-56">
      <a
        href={buildTransactionUrl(transfer.txId)}
        target="_blank"
        rel="noopener noreferrer"
        data-address={`${transfer.from} ${transfer.to}`}
        className="figures flex items-center gap-2 rounded-control px-3 py-2 text-small text-ink-soft hover:bg-sunken hover:text-ink sm:flex-col sm:gap-0 sm:text-center"
      >
        <Narrow className="size-5 shrink-0 sm:hidden" aria-hidden="true" />
        <UserText className="font-medium text-ink">
          {transfer.kind === 'act' ? 'acted with it' : formatTokens(transfer)}
        </UserText>
        <span className="hidden w-full items-center sm:flex" aria-hidden="true">
          <span className="h-px flex-1 bg-line-strong" />
          <Wide className={`size-4 shrink-0 ${isForward ? '-ml-1.5' : 'order-first -mr-1.5'}`} />
        </span>
        <span>
          {isTheft && 'taken '}
          {formatDate(transfer.time)}
        </span>
        <span className="sr-only">
          from {formatParty(transfer.from ?? '')} to {formatParty(transfer.to ?? '')} (opens the
          transaction in a new tab)
        </span>
      </a>
    </li>
  )
}

/** Reasons for money of listed accounts, or to them. */
const CONTACT_CODE = /^(funding|payment)_hop_/

/** Says what is known beside the paths that are shown: one sentence or more, none where they say it all. */
export function describePaths({ paths, lists }: Paths, result: ScoreResult): string[] {
  if (lists?.isLoaded === false) return ['Not checked: no scam list is loaded.']
  const own = lists?.isListed ? ['This wallet is on a scam list itself.'] : []
  const untraced = result.reasons.find(({ code }) => code === 'untraced_money')?.headline
  if (paths.length === 0) return [...own, describeNone(own.length > 0, untraced, result)]
  return untraced === undefined ? own : [...own, `${untraced}.`]
}

/** `untraced`: what is said of money of which nobody can see where it is from. */
function describeNone(
  isListed: boolean,
  untraced: string | undefined,
  { coverage }: ScoreResult,
): string {
  if (untraced !== undefined)
    return `${untraced}: a listed account cannot be excluded. In the rest no path of up to three transfers leads to one, apart from those through services.`
  const where =
    coverage.completeness < 1
      ? ` in the ${formatPercent(coverage.completeness)} of its history that is indexed`
      : ''
  const start = isListed ? 'No other found' : 'None found'
  const end = isListed ? 'another listed account' : 'a listed account'
  return `${start}: no path of up to three transfers leads to ${end}${where}, apart from those through services.`
}

/** What each relation means for the wallet by its reasons; a victim is not accused of anything. */
export function describeMeaning({ relation }: Path, { reasons }: ScoreResult): string | undefined {
  if (relation === 'robbed_by_listed') return 'What was taken does not count against this wallet.'
  if (relation === 'funded_by' || relation === 'paid') return undefined
  const money = relation === 'funded_by_listed' ? 'Money from' : 'Money to'
  if (reasons.some(({ code, points }) => CONTACT_CODE.test(code) && points < 0))
    return `${money} listed accounts lowers the score.`
  return reasons.some(({ code }) => code === 'listed')
    ? 'It does not count beside the entry of the wallet itself.'
    : 'It does not lower the score: too little of the money, or too far away.'
}

const TITLES: Readonly<Record<PathRelation, string>> = {
  robbed_by_listed: 'Robbed by a listed account',
  funded_by_listed: 'Funded by a listed account',
  paid_listed: 'Paid a listed account',
  funded_by: 'Funded by this account',
  paid: 'Paid this account',
}

export function describePath({
  relation,
  transfers,
}: Pick<Path, 'relation' | 'transfers'>): string {
  const between = transfers.length - 1
  if (between < 1) return TITLES[relation]
  const isInEvm = transfers.some(({ from, to }) =>
    [from, to].some((end) => isEvmAddress(end ?? '')),
  )
  const noun = isInEvm ? 'address' : 'account'
  const plural = isInEvm ? 'addresses' : 'accounts'
  const count = spellCount(between).toLowerCase()
  return `${TITLES[relation]}, through ${count} ${between === 1 ? noun : plural}`
}
