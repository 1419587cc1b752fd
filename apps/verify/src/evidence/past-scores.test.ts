import { getExample } from '@app/api/openapi/get-example.ts'
import { getScoreHistory } from '@app/api/routes/score.ts'
import { type LoopbackResponse, startLoopbackServer } from '@app/flow/testing/loopback-server.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ALICE } from '../testing/build-sample-evidence.ts'
import { createPastScoreSource } from './past-scores.ts'

const [EXAMPLE] = getExample(getScoreHistory)

const buildPage = (versions: string[], nextCursor?: string): LoopbackResponse => ({
  json: { data: versions.map((version) => ({ ...EXAMPLE, version })), meta: { nextCursor } },
})

async function startLoopbackApi(...responses: LoopbackResponse[]) {
  const api = await startLoopbackServer()
  onTestFinished(() => api.stop())
  api.responses.push(...responses)
  return { api, pastScores: createPastScoreSource(api.url) }
}

const { evidenceHash } = EXAMPLE!

describe('a past score', () => {
  it('is found by evidence and version on any page of the history', async () => {
    const { api, pastScores } = await startLoopbackApi(
      buildPage(['2', '1'], '7'),
      buildPage(['0.9']),
    )
    const found = await pastScores.find(ALICE, { evidenceHash, version: '0.9' })
    expect(found).toEqual({
      score: EXAMPLE?.score,
      level: EXAMPLE?.riskLevel,
      version: '0.9',
      factors: expect.objectContaining({
        txFrequency: Math.round(EXAMPLE!.breakdown.txFrequency * 10_000),
      }),
    })
    expect(api.requests.map(({ path }) => path)).toEqual([
      `/v1/score/${ALICE}/history?limit=500`,
      `/v1/score/${ALICE}/history?limit=500&cursor=7`,
    ])
  })

  it('is null for other evidence or another version', async () => {
    const { pastScores } = await startLoopbackApi(buildPage(['1']), buildPage(['1']))
    expect(await pastScores.find(ALICE, { evidenceHash, version: '2' })).toBeNull()
    const other = 'f'.repeat(64)
    expect(await pastScores.find(ALICE, { evidenceHash: other, version: '1' })).toBeNull()
  })

  it('throws when the history has no end', async () => {
    const { api, pastScores } = await startLoopbackApi(
      ...Array.from({ length: 250 }, () => buildPage([], '7')),
    )
    const lookup = pastScores.find(ALICE, { evidenceHash, version: '1' })
    await expect(lookup).rejects.toThrow('The API returned a score history of more than 200 pages.')
    expect(api.requests).toHaveLength(200)
  })

  it('throws when the API answers something else', async () => {
    const { pastScores } = await startLoopbackApi({ json: { data: [null] } })
    const lookup = pastScores.find(ALICE, { evidenceHash, version: '1' })
    await expect(lookup).rejects.toThrow(
      'The score history cannot be read: The response of the server cannot be read (status 200)',
    )
  })
})
