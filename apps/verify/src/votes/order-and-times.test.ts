import { expect, it } from 'vitest'
import { forge, verifyAlone } from '../testing/forge-archive.ts'

it('the sequence numbers of one voter must grow', async () => {
  const file = forge((proposal, [one, two, three, four]) => {
    const [first, last] = [one.receipt, three.receipt]
    one.receipt = last
    three.receipt = first
    proposal.votes = [three, two, one, four]
  })
  expect((await verifyAlone(file)).wrong).toContain('sequence should be 3 to 1002')
})
