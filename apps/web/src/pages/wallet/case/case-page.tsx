import type { Address } from '@app/values/address.ts'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { AppealControl } from '../../../features/appeal/appeal-control.tsx'
import { CaseView, listDisputes } from '../../../features/case/case-view.tsx'
import { type CaseName, caseQuery } from '../../../features/case/read-case.ts'
import { useApi } from '../../../lib/api.ts'
import { formatFailure, formatPartFailure } from '../../../lib/format/format-failure.ts'
import { protectionQuery } from '../../../lib/protection-query.ts'
import { Link } from '../../../lib/router/link.tsx'
import { useWalletSession } from '../../../lib/wallet-session.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadingCard } from '../../../ui/loading-card.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { StatusLine } from '../../../ui/status/status-line.tsx'
import { AppealCase } from './appeal-case.tsx'
import type { WantedCase } from './read-wanted-case.ts'

interface CasePageProps {
  address: Address
  wanted: WantedCase
}

/** The page of one case, which its id or the proposal of an appeal names. */
export function CasePage({ address, wanted }: CasePageProps) {
  return 'caseId' in wanted ? (
    <CaseLayout address={address} title={wanted.caseId}>
      <CaseContent name={{ address, caseId: wanted.caseId }} />
    </CaseLayout>
  ) : (
    <CaseLayout address={address} title={`Of proposal #${wanted.proposalId}`}>
      <AppealCase address={address} proposalId={wanted.proposalId} />
    </CaseLayout>
  )
}

interface CaseLayoutProps {
  address: Address
  title: string
  children: ReactNode
}

function CaseLayout({ address, title, children }: CaseLayoutProps) {
  return (
    <div className="page-width">
      <title>{`Case ${title} · Dharma Guard`}</title>
      <PageHeader title="Case" subtitle={title}>
        <Link to={`/wallet/${address}`} className="link">
          <ArrowLeft className="mr-1 inline size-4 align-[-0.15em]" aria-hidden="true" />
          To the wallet
        </Link>
      </PageHeader>
      {children}
    </div>
  )
}

function CaseContent({ name }: { name: CaseName }) {
  const api = useApi()
  const file = useQuery(caseQuery(api, name))
  const protection = useQuery(protectionQuery(api, name.address))
  const isOwn = useWalletSession().address === name.address
  if (file.data === undefined) {
    if (file.error === null) return <LoadingCard text="Loading the case..." />
    return <NoCase error={file.error} onRetry={() => void file.refetch()} />
  }
  const remedies = listDisputes(protection.data?.remedies ?? [], name.caseId)
  return (
    <>
      <StatusLine
        messages={[
          ...formatPartFailure('Case', file.error),
          ...formatPartFailure('How to dispute it', protection.error),
        ]}
      />
      <CaseView
        name={name}
        file={file.data}
        protection={protection.data}
        isOwn={isOwn}
        appeal={isOwn && <AppealControl address={name.address} remedies={remedies} />}
      />
    </>
  )
}

function NoCase({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div role="alert" className="card py-8">
      <EmptyState
        icon={SearchX}
        title="The case could not be shown"
        text={formatFailure(error, 'The server may not be running.')}
      >
        <Button variant="secondary" onClick={onRetry}>
          Try Again
        </Button>
      </EmptyState>
    </div>
  )
}
