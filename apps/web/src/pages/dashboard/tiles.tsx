import type { AgentStatus } from '@app/api/schemas/agent.ts'
import type { ScoreResult } from '@app/api/schemas/score.ts'
import type { Address } from '@app/values/address.ts'
import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount, formatPoints } from '../../lib/format/format.ts'
import { navigate } from '../../lib/router/location.ts'
import { toRiskBadge } from '../../lib/tone.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Badge } from '../../ui/tone/badge.tsx'

const FIGURE_CLASS = 'figures text-display leading-tight font-semibold tracking-[-0.035em]'
const LOADING_TEXT = 'Loading agent status...'

export interface ScoreTileProps {
  address: Address
  result: ScoreResult | undefined
  isLoading: boolean
}

export function ScoreTile({ address, result, isLoading }: ScoreTileProps) {
  if (result === undefined) {
    return (
      <Tile title="Your Dharma Score">
        <p className={FIGURE_CLASS}>{isLoading ? <MutedText>Loading...</MutedText> : '--'}</p>
      </Tile>
    )
  }
  const badge = toRiskBadge(result.metadata.riskLevel)
  return (
    <Tile title="Your Dharma Score">
      <div className="flex items-center justify-between gap-3">
        <p className={FIGURE_CLASS}>{formatPoints(result.score)}</p>
        <Badge tone={badge.tone}>{badge.text}</Badge>
      </div>
      <Button
        variant="secondary"
        size="small"
        onClick={() => navigate(`/wallet/${address}`)}
        className="mt-3"
      >
        View Details
      </Button>
    </Tile>
  )
}

export function ProtectionTile({ status }: { status: AgentStatus | undefined }) {
  if (status === undefined)
    return <Tile title="Active Protections">{<MutedText>{LOADING_TEXT}</MutedText>}</Tile>
  const { enabled } = status.config
  const Icon = enabled ? Check : X
  return (
    <Tile title="Active Protections">
      <Icon
        className={`size-10 ${enabled ? 'text-good' : 'text-bad'}`}
        strokeWidth={2.25}
        aria-hidden="true"
      />
      <p className="mt-1 text-ink-soft">
        {enabled ? 'Agent monitoring active' : 'Agent monitoring inactive'}
      </p>
    </Tile>
  )
}

export function AlertsTile({ status }: { status: AgentStatus | undefined }) {
  if (status === undefined)
    return <Tile title="Total Alerts">{<MutedText>{LOADING_TEXT}</MutedText>}</Tile>
  return (
    <Tile title="Total Alerts">
      <p className={FIGURE_CLASS}>{formatCount(status.totalActions)}</p>
      <p className="mt-1 text-ink-soft">{formatCount(status.successfulActions)} actions taken</p>
    </Tile>
  )
}

function Tile({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card title={title} className="min-h-40">
      {children}
    </Card>
  )
}

const MutedText = ({ children }: { children: ReactNode }) => (
  <span className="text-body font-normal tracking-normal text-ink-soft">{children}</span>
)
