import type { Address } from '@app/values/address.ts'
import { insertTestCase, insertTestFlag } from './insert-test-case.ts'
import { insertTestProposal } from './insert-test-proposal.ts'
import type { TestApi } from './open-test-api.ts'
import { CLOSED_PROPOSAL, OPEN_PROPOSAL } from './trigger-relay-failures.ts'

/**
 * Inserts proposals, a flag of the wallet that signs, and cases about it and `others`; gives the fake node's clock to
 * the blocks.
 */
export async function insertGovernance(
  { context, governance }: TestApi,
  others: readonly Address[],
): Promise<void> {
  await insertTestProposal(context, { id: OPEN_PROPOSAL })
  await insertTestProposal(context, { id: CLOSED_PROPOSAL, votingEndsAt: 1_000_000 })
  await insertTestFlag(context, { address: governance.address })
  for (const address of [governance.address, ...others]) {
    await insertTestCase(context, { address })
  }
  await context.pool.query('update chain_cursor set block_ms = $1', [governance.now * 1000])
}
