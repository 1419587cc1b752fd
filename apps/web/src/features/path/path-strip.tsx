import type { AccountSummary } from '@app/api/schemas/account/account-summary.ts'
import type { Path } from '@app/api/schemas/account/paths.ts'
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react'
import { Fragment } from 'react'
import { useTransactionUrlBuilder } from '../../lib/explorer.ts'
import { formatDate } from '../../lib/format/format.ts'
import { formatTokens } from '../../lib/format/format-amount.ts'
import { shortenAddress } from '../../lib/format/shorten-address.ts'
import { Address } from '../../ui/address.tsx'
import { LevelMark } from '../../ui/tone/level-mark.tsx'
import { arrangePath, type PathStep } from './arrange-path.ts'
import { describePath, MEANINGS } from './describe-relation.ts'

interface PathStripProps {
  address: string
  path: Path
  accounts: readonly AccountSummary[]
}

/** A path as a strip: its accounts from left to right, and the transfers between them. */
export function PathStrip({ address, path, accounts }: PathStripProps) {
  const { stops, steps } = arrangePath(address, path)
  const byAddress = new Map(accounts.map((account) => [account.address, account]))
  return (
    <div>
      <h3 className="font-medium">{describePath(path)}</h3>
      <p className="mb-3 text-sm text-ink-soft">
        {MEANINGS[path.relation]}
        {path.listed && ` List: ${path.listed.source}.`}
      </p>
      <ol className="flex flex-col sm:flex-row sm:items-stretch">
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
      <span className="min-w-0 text-sm">
        <span className="block">
          {isThis ? <Address address={address} as="text" /> : <Address address={address} />}
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
        className="figures flex items-center gap-2 rounded-control px-3 py-2 text-sm text-ink-soft hover:bg-sunken hover:text-ink sm:flex-col sm:gap-0 sm:text-center"
      >
        <Narrow className="size-5 shrink-0 sm:hidden" aria-hidden="true" />
        <span className="font-medium text-ink">{formatTokens(transfer)}</span>
        <span className="hidden w-full items-center sm:flex" aria-hidden="true">
          <span className="h-px flex-1 bg-line-strong" />
          <Wide className={`size-4 shrink-0 ${isForward ? '-ml-1.5' : 'order-first -mr-1.5'}`} />
        </span>
        <span>
          {isTheft && 'taken '}
          {formatDate(transfer.time)}
        </span>
        <span className="sr-only">
          from {shortenAddress(transfer.from ?? '')} to {shortenAddress(transfer.to ?? '')} (opens
          the transaction in a new tab)
        </span>
      </a>
    </li>
  )
}
