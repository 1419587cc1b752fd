import type { Protection } from '@app/api/schemas/protection.ts'
import type { Address } from '@app/values/address.ts'
import type { ReactNode } from 'react'
import { buildCasePath, STATEMENT_HASH } from '../../lib/case-path.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { Link } from '../../lib/router/link.tsx'
import { useWalletSession } from '../../lib/wallet-session.ts'
import { Button, buildButtonClass } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { UserText } from '../../ui/user-text.tsx'

interface AccusedHeaderProps {
  address: Address
  /** The case to show; null when there is none. */
  caseId: string | null
  /** The connected wallet is the one of the page. */
  isOwn: boolean
  /** Something is held against the wallet; else it is only protected. */
  isAccused: boolean
  /** The button to appeal, of the owner alone. */
  appeal: ReactNode
  /** The ways out of it, where they open on demand. */
  children?: ReactNode
}

/** What a wallet can do at once about what stands below. */
export function AccusedHeader(props: AccusedHeaderProps) {
  const { address, caseId, isOwn, isAccused, appeal, children } = props
  const whose = isOwn ? 'your' : 'this'
  return (
    <div className="mb-1.5 flex flex-wrap items-center gap-x-3 gap-y-2">
      <h2 className="mr-auto font-semibold tracking-tight sm:text-lg">
        {isAccused ? `What is held against ${whose} wallet` : `How ${whose} wallet is protected`}
      </h2>
      {caseId !== null && (
        <Link to={buildCasePath(address, caseId)} className={CASE_LINK_CLASS}>
          See the case
        </Link>
      )}
      {isOwn ? appeal : <OwnerHint />}
      {children}
    </div>
  )
}

interface WaysOutProps extends Pick<AccusedHeaderProps, 'address' | 'isOwn' | 'isAccused'> {
  protection: Protection
}

/**
 * What ends what is held against a wallet, and what its owner can do now: open for the owner, on demand for others; nothing
 * when neither is known.
 */
export function WaysOut({ address, protection, isOwn, isAccused }: WaysOutProps) {
  const { clearing, remedies } = protection
  if (clearing.length === 0 && remedies.length === 0) return null
  const facts = (
    <div className="grid gap-x-8 gap-y-4 text-[0.9375rem] sm:grid-cols-2">
      {clearing.length > 0 && (
        <Facts title={isAccused ? 'What clears it, and when' : 'What ends it, and when'}>
          {clearing.map((text) => (
            <UserText key={text} as="li">
              {text}
            </UserText>
          ))}
        </Facts>
      )}
      {remedies.length > 0 && (
        <Facts title={isOwn ? 'What you can do now' : 'What its owner can do now'}>
          {remedies.map((remedy) => (
            <UserText key={remedy.kind + remedy.text} as="li">
              {remedy.text} {remedy.until !== null && `Until ${formatDateTime(remedy.until)}.`}
              {isOwn && <StatementLink address={address} remedy={remedy} />}
            </UserText>
          ))}
        </Facts>
      )}
    </div>
  )
  if (isOwn) return <div className="card mt-1.5 p-4 sm:p-5">{facts}</div>
  return (
    <div className="min-w-0 text-sm text-ink-soft has-[>[open]]:card has-[>[open]]:order-last has-[>[open]]:basis-full has-[>[open]]:px-4">
      <Disclosure title={isAccused ? 'What clears it?' : 'What ends it?'}>{facts}</Disclosure>
    </div>
  )
}

interface StatementLinkProps extends Pick<AccusedHeaderProps, 'address'> {
  remedy: Protection['remedies'][number]
}

function StatementLink({ address, remedy: { kind, caseId } }: StatementLinkProps) {
  if (kind !== 'owner_statement' || caseId === undefined) return null
  return (
    <Link to={buildCasePath(address, caseId) + STATEMENT_HASH} className="link ml-1">
      Write it
    </Link>
  )
}

const CASE_LINK_CLASS = buildButtonClass('secondary', 'small')

function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-1 list-disc space-y-1 pl-4.5 text-ink-soft marker:text-ink-faint">
        {children}
      </ul>
    </div>
  )
}

function OwnerHint() {
  const { address, busy, connect, disconnect } = useWalletSession()
  const connectOwner = async () => {
    if (address !== null) await disconnect()
    await connect()
  }
  return (
    <Button variant="secondary" size="small" isBusy={busy !== null} onClick={connectOwner}>
      Are you the owner? Connect the wallet
    </Button>
  )
}
