import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import { expect, test } from 'vitest'
import { MEMBERS, SMALL_ACCOUNTS } from '../../people/account-names.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'

const { people, fetchScore } = connectToWorld()

test.each(MEMBERS)('%s, an ordinary member, is NORMAL or better', async (name) => {
  const { score, metadata } = await fetchScore(people[name])
  expect(score).toBeGreaterThanOrEqual(SUSPECTED_BELOW)
  expect(['NORMAL', 'TRUSTED']).toContain(metadata.riskLevel)
  expect(metadata.confidence).toBeGreaterThan(0.6)
})

test('no small account is suspected, including victims of mallory and payers of oscar', async () => {
  const suspected: string[] = []
  for (const name of SMALL_ACCOUNTS) {
    const { score } = await fetchScore(people[name])
    if (score < SUSPECTED_BELOW) suspected.push(`${name} ${score}`)
  }
  expect(suspected).toEqual([])
})
