import { expect, test } from 'vitest'
import { draw } from '../../testing/draw.tsx'
import { ReasonsThen } from './protection-status.tsx'

test('a reason that costs points by an ordinary number says so', () => {
  const ordinary = {
    input: 'transfersPerSender',
    unit: 'ratio',
    value: 4,
    lowerQuartile: 1,
    median: 2,
    upperQuartile: 9,
    wallets: 4829,
    text: 'Transfers from each sender: ordinary wallets 1 to 9, this one 4',
  } as const
  const texts = { code: 'repeat_business', headline: '', text: '', evidence: [] }
  const reason = { ...texts, factor: 'txFrequency', points: -10, ordinary } as const
  expect(draw(<ReasonsThen reasons={[reason]} />)).toContain('ordinary by itself')
})
