import { getScoreHistory } from '@app/api/routes/score.ts'
import { getHistory, getStanding } from '@app/contracts/scripts.generated.ts'
import { expect, test } from 'vitest'
import { MEMBERS } from '../../people/account-names.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { readVerdict, VERDICTS } from '../../testing/read-verdict.ts'

const { people, chain, api } = connectToWorld()

const DAY_MS = 86_400_000
/** Units of a UFix64 second in a millisecond. */
const UNITS_PER_MS = 100_000n

/** A score as the chain stores it. */
interface PublishedScore {
  scoreTenths: bigint
  evidenceHash: string
  blockHeight: bigint
  publishedAt: bigint
}

test.each(MEMBERS)('%s has a score of 60 or more that is less than a day old', async (name) => {
  expect(await readVerdict(chain, people[name])).toBe(VERDICTS.pass)
})

test('newbie, whose score is not published, is unknown', async () => {
  expect(await readVerdict(chain, people.newbie)).toBe(VERDICTS.unknown)
})

test.each(MEMBERS)(
  '%s has scores on record for a week, the first as the server computed it then',
  async (name) => {
    const { address } = people[name]
    const records = (await chain.runScript(getHistory({ address }))) as PublishedScore[]
    const { scoreTenths, evidenceHash, blockHeight, publishedAt } = records.at(-1) as PublishedScore
    const { timeMs } = await chain.flow.getLatestBlock()
    const publishedAtMs = Number(publishedAt / UNITS_PER_MS)
    const standings = (await chain.runScript(getStanding({ address }))) as Record<
      string,
      { since: bigint }
    >
    for (const { since } of Object.values(standings)) {
      expect(timeMs - Number(since / UNITS_PER_MS)).toBeGreaterThanOrEqual(7 * DAY_MS)
    }
    expect((await chain.flow.getBlockAtHeight(Number(blockHeight))).timeMs).toBeLessThanOrEqual(
      publishedAtMs,
    )
    const found = await api.call(getScoreHistory, { params: { address } })
    const then = found.find((entry) => entry.evidenceHash === evidenceHash)
    expect(then?.score).toBe(Number(scoreTenths) / 10)
  },
)
