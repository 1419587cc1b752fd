import { expect, test } from 'vitest'
import { CROWD, MEMBERS } from '../people/cast.ts'
import { visitWorld } from '../testing/visit-world.ts'

const { people, scoreOf } = visitWorld()

test.each(MEMBERS)('%s, a member with an ordinary life, is NORMAL or better', async (name) => {
  const { score, metadata } = await scoreOf(people[name])
  expect(score).toBeGreaterThanOrEqual(45)
  expect(['NORMAL', 'TRUSTED']).toContain(metadata.riskLevel)
  expect(metadata.confidence).toBeGreaterThan(0.6)
})

test('nobody of the crowd is suspected, not even those whom mallory emptied or who paid oscar', async () => {
  const suspected: string[] = []
  for (const name of CROWD) {
    const { score } = await scoreOf(people[name])
    if (score < 45) suspected.push(`${name} ${score}`)
  }
  expect(suspected).toEqual([])
})
