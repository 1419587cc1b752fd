import type { Address } from '@app/values/address.ts'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, SearchX } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { AppealControl } from '../../../features/appeal/appeal-control.tsx'
import { CaseView, listDisputes } from '../../../features/case/case-view.tsx'
import { type CaseName, caseQuery } from '../../../features/case/read-case.ts'
import { findAppealCase } from '../../../features/protection/find-case.ts'
import { useApi } from '../../../lib/api.ts'
import { buildCasePath } from '../../../lib/case-path.ts'
import { formatFailure, formatPartFailure } from '../../../lib/format/format-failure.ts'
import { protectionQuery } from '../../../lib/protection-query.ts'
import { Link } from '../../../lib/router/link.tsx'
import { navigate } from '../../../lib/router/location.ts'
import { useWalletSession } from '../../../lib/wallet-session.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyCard } from '../../../ui/empty-state.tsx'
import { LoadingCard } from '../../../ui/loading-card.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { StatusLine } from '../../../ui/status/status-line.tsx'
import type { WantedCase } from './read-wanted-case.ts'

export function CasePage({ address, wanted }: { address: Address; wanted: WantedCase }) {
  if ('proposalId' in wanted) {
    return (
      <CaseLayout address={address} title={`Of proposal #${wanted.proposalId}`}>
        <AppealCase address={address} proposalId={wanted.proposalId} />
      </CaseLayout>
    )
  }
  const { caseId } = wanted
  return (
    <CaseLayout address={address} title={caseId ?? 'not found'}>
      {caseId === null ? (
        <NoCase title="No case found" text="This link names no case." />
      ) : (
        <CaseContent name={{ address, caseId }} />
      )}
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
    if (file.error === null) return <LoadingCard text={LOADING} />
    return (
      <NoCase
        title="The case could not be shown"
        text={formatFailure(file.error, 'The server may not be running.')}
      >
        <Button variant="secondary" onClick={() => void file.refetch()}>
          Try Again
        </Button>
      </NoCase>
    )
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

function AppealCase({ address, proposalId }: { address: Address; proposalId: number }) {
  const { data, error } = useQuery(protectionQuery(useApi(), address))
  const caseId = data === undefined ? null : findAppealCase(data, proposalId)
  useEffect(() => {
    if (caseId !== null) navigate(buildCasePath(address, caseId), { replace: true })
  }, [address, caseId])
  if (caseId !== null || (data === undefined && error === null)) {
    return <LoadingCard text={LOADING} />
  }
  return (
    <NoCase
      title="No case found"
      text={formatFailure(error, `No case about this wallet names proposal #${proposalId}.`)}
    />
  )
}

const LOADING = 'Loading the case...'

const NoCase = (props: Pick<ComponentProps<typeof EmptyCard>, 'title' | 'text' | 'children'>) => (
  <EmptyCard isFailure icon={SearchX} {...props} />
)
