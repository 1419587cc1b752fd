import type { Protection } from '@app/api/schemas/protection.ts'
import type { Address } from '@app/values/address.ts'
import type { ReactNode } from 'react'
import { buildCasePath, STATEMENT_HASH } from '../../lib/case-path.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { Link } from '../../lib/router/link.tsx'
import { useWalletSession } from '../../lib/wallet-session.ts'
import { Button } from '../../ui/button.tsx'
import { UserText } from '../../ui/user-text.tsx'

interface WaysOutProps {
  address: Address
  protection: Protection
  /** The connected wallet is the one of the page. */
  isOwn: boolean
  /** Something is held against the wallet; else it is only protected. */
  isAccused: boolean
  /** What the owner can do beside the main action. */
  children?: ReactNode
}

/** What ends what is held against a wallet, and what its owner can do now; nothing when neither is known. */
export function WaysOut({ address, protection, isOwn, isAccused, children }: WaysOutProps) {
  const { clearing, remedies } = protection
  if (clearing.length === 0 && remedies.length === 0) return null
  return (
    <div className="grid gap-x-8 gap-y-4 text-small sm:grid-cols-2">
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
        <div>
          <Facts title={isOwn ? 'What you can do now' : 'What its owner can do now'}>
            {remedies.map((remedy) => (
              <UserText key={remedy.kind + remedy.text} as="li">
                {remedy.text} {remedy.until !== null && `Until ${formatDateTime(remedy.until)}.`}
                {isOwn && <StatementLink address={address} remedy={remedy} />}
              </UserText>
            ))}
          </Facts>
          {children}
        </div>
      )}
    </div>
  )
}

interface StatementLinkProps extends Pick<WaysOutProps, 'address'> {
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

const Facts = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h3 className="font-semibold">{title}</h3>
    <ul className="mt-1 list-disc space-y-1 pl-4.5 text-ink-soft marker:text-ink-faint">
      {children}
    </ul>
  </div>
)

/** Offers the owner to connect; nothing to somebody who is connected already. */
export function OwnerHint() {
  const { address, busy, connect } = useWalletSession()
  if (address !== null) return null
  return (
    <Button variant="secondary" size="small" isBusy={busy !== null} onClick={connect}>
      Are you the owner? Connect the wallet
    </Button>
  )
}
