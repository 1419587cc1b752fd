import { readAs } from '@app/api/client/read-as.ts'
import { getExample } from '@app/api/openapi/get-example.ts'
import { getAgentHistory, getAgentStatus } from '@app/api/routes/agent.ts'
import { getOnchainScore, getScore } from '@app/api/routes/score.ts'
import { expect, test } from 'vitest'
import { AgentStatusCard } from './features/agent/agent-status-card.tsx'
import { toAlertEntry } from './features/alerts/alert-entry.ts'
import { comparePublication } from './features/publication/publication.tsx'
import { ScoreBreakdown } from './features/score/score-breakdown.tsx'
import { ScoreCard } from './features/score/score-card.tsx'
import { ScoreDetails } from './features/score/score-details.tsx'
import { CONNECTING } from './lib/live/update-mode.ts'
import { draw } from './testing/draw.tsx'

const { score, address, version, metadata, breakdown } = getExample(getScore)
const own = { score, address, version, metadata, breakdown }
const result = readAs(getScore.data, { ...own, score: `${score}` })!

const drawText = (element: Parameters<typeof draw>[0]) => draw(element).replaceAll('<!-- -->', '')

test('a score without the fields beyond the spec is shown, and says nothing of them', () => {
  const card = { result, updateMode: CONNECTING, advice: null, publish: null }
  expect(drawText(<ScoreCard {...card} />)).toContain(`${score}</span>`)
  expect(drawText(<ScoreBreakdown result={result} />)).toContain('Weight 30%')
  const details = drawText(<ScoreDetails result={result}>{null}</ScoreDetails>)
  expect(details).toContain(`v${version}`)
  expect(details).not.toContain('Proof')
})

test('a score without its evidence is compared by what is there', () => {
  const published = { ...getExample(getOnchainScore), score, version, level: metadata.riskLevel }
  const nowMs = Date.parse(published.publishedAt)
  expect(comparePublication(result, published, nowMs).notes).toEqual([])
})

test('a status of the agent without the fields beyond the spec is shown without them', () => {
  const { config, totalActions, successfulActions, failedActions, processedAddresses } =
    getExample(getAgentStatus)
  const counts = { totalActions, successfulActions, failedActions, processedAddresses }
  const status = readAs(getAgentStatus.data, { config, ...counts })
  const card = drawText(<AgentStatusCard status={status} />)
  expect(card).toContain('Addresses Monitored')
  expect(card).not.toMatch(/Loading|Discovery|judged/)
})

test('an unknown action of the agent is an alert by its name', () => {
  const [entry] = getExample(getAgentHistory)
  const [read] = readAs(getAgentHistory.data, [{ ...entry, action: 'Pause_wallet', txId: null }])!
  expect(toAlertEntry(read!)).toMatchObject({ title: 'Pause wallet', severity: 'success' })
  expect(toAlertEntry({ ...read!, action: 'WARN' }).severity).toBe('warning')
})
