import type { ScoreResult } from '@app/api/schemas/score/score-result.ts'
import { Card } from '../../../ui/card.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { AdvicePoints } from './advice-points.tsx'
import { type AdviceSituation, describeCounterpartyAdvice } from './describe-advice.ts'
import { DeveloperAdvice } from './developer-advice.tsx'
import { OwnerAdvice } from './owner-advice.tsx'

interface AdviceCardProps {
  result: ScoreResult
  situation: AdviceSituation
  /** The connected wallet is the one of the page: its advice is open first. */
  isOwn: boolean
}

/** What to do about the wallet, for each who may ask. */
export function AdviceCard({ result, situation, isOwn }: AdviceCardProps) {
  const tabs = [
    {
      id: 'counterparty',
      title: 'I want to deal with it',
      content: <AdvicePoints advice={describeCounterpartyAdvice(situation)} />,
    },
    {
      id: 'owner',
      title: 'It is my wallet',
      content: <OwnerAdvice situation={situation} isOwn={isOwn} improve={result.improve} />,
    },
    { id: 'developer', title: 'I build on Flow', content: <DeveloperAdvice result={result} /> },
  ]
  return (
    <Card title="What should I do?">
      <Tabs
        key={String(isOwn)}
        label="Who asks"
        tabs={tabs}
        first={isOwn ? 'owner' : 'counterparty'}
      />
    </Card>
  )
}
