import { formatUfix64, UNITS_PER_TOKEN } from '@app/values/amount.ts'
import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import { expect, test } from 'vitest'
import type { TransactionRequest } from '../../create-chain.ts'
import { buildCoaRequest } from '../../people/evm-transactions.ts'
import { buildStakeRequest } from '../../people/staking-transactions.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'

const { people, chain, fetchScore } = connectToWorld()
const { grace, stella } = people

type Step = (amount: string) => TransactionRequest

test.each<[string, typeof grace, Step[][]]>([
  [
    'grace, who moves everything to her account in the EVM and back',
    grace,
    [
      [(amount) => buildCoaRequest('depositToCoa', grace.address, amount)],
      [(amount) => buildCoaRequest('withdrawFromCoa', grace.address, amount)],
    ],
  ],
  [
    'stella, who delegates everything, and takes it back before it counts',
    stella,
    [
      [(amount) => buildStakeRequest('delegate', stella.address, amount)],
      [
        (amount) => buildStakeRequest('unstake', stella.address, amount),
        (amount) => buildStakeRequest('withdrawStake', stella.address, amount),
      ],
    ],
  ],
])('%s, scores as before', async (_, person, moves) => {
  const { score: before } = await fetchScore(person)
  expect(before).toBeGreaterThanOrEqual(SUSPECTED_BELOW)
  // One FLOW stays, for fees and storage.
  const amount = formatUfix64((await person.readBalance('FLOW')) - UNITS_PER_TOKEN)
  for (const steps of moves) {
    for (const build of steps) await chain.submitUntilSealed(build(amount))
    expect(Math.abs((await fetchScore(person)).score - before)).toBeLessThanOrEqual(1)
  }
})
