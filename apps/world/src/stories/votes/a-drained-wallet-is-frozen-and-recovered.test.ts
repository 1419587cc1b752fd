import { getProposal, listProposals } from '@app/api/routes/governance.ts'
import { bindKey, getVault, withdrawRecoveredTokens } from '@app/contracts/calls.ts'
import { expect, test } from 'vitest'
import { DOLLAR_VAULT_TYPE, TOKENS } from '../../people/transactions.ts'
import { createDecisions, DAY_MS, HOUR_MS } from '../../testing/decide.ts'
import { expectMirrorEqualsChain } from '../../testing/expect-mirror-equals-chain.ts'
import { openOwnWorld } from '../../testing/open-own-world.ts'

/** Continues what the community decided before the world opened, which any day of another story would end. */
const world = await openOwnWorld()
const decisions = createDecisions(world)
const { people, chain, clock, api } = world
const { victor, mallory, rosa } = people

/** Victor's savings: two deposits. */
const SAVINGS = 300_00000000n

async function findProposal(action: string) {
  const proposals = await api.call(listProposals)
  return proposals.find((one) => one.action === action && one.targetAddress === victor.address)
}

test('mallory swept victor’s wallet, who is not accused for it', async () => {
  const { metadata, reasons } = await world.fetchScore(victor)
  expect(['NORMAL', 'TRUSTED']).toContain(metadata.riskLevel)
  expect(reasons.map(({ code }) => code)).not.toContain('listed')
  expect((await world.fetchScore(mallory)).metadata.riskLevel).toBe('HIGH_RISK')
})

test('his wallet is shown as protected by a vote, which two signers carried out', async () => {
  const { flag, freeze } = await decisions.readProtection(victor)
  expect(flag).toBeNull()
  expect(freeze).toMatchObject({ isProtection: true })
  expect(await findProposal('freeze')).toMatchObject({ status: 'executed', votesFor: 3 })
})

test('while it is frozen, who has his keys takes nothing out of the guarded vault', async () => {
  await expect(victor.withdrawFromVault('1.0')).rejects.toThrow(`${victor.address} is frozen`)
})

test('the recovery is approved and waits until he has been frozen for 72 hours', async () => {
  const recovery = await findProposal('recover')
  expect(recovery).toMatchObject({
    status: 'approved',
    votingOutcome: 'approved',
    obstacle: `${victor.address} must be frozen for 72 hours first`,
  })
  expect(recovery?.title).toContain(`to ${rosa.address}, its recovery address since`)
  expect(recovery?.countdowns.map(({ kind }) => kind)).toContain('recovery')
  expect((await decisions.readProtection(victor)).recovery).toMatchObject({ status: 'approved' })
})

test('then the signers execute it, and the vault belongs to the recovery address', async () => {
  const id = (await findProposal('recover'))?.id ?? 0
  await clock.advance(DAY_MS + 2 * HOUR_MS)
  await decisions.expectStatus(id, 'executed')
  const vault = await chain.runScript(getVault({ address: victor.address }))
  expect(vault).toMatchObject({ recoveredTo: rosa.address })
  const before = await Promise.all([rosa, mallory, victor].map((person) => person.readBalance()))
  const { address } = victor
  await rosa.submitUntilSealed(bindKey({ address }))
  const tokens = TOKENS.TUSD.vault
  await rosa.submitUntilSealed(
    withdrawRecoveredTokens({ address, type: DOLLAR_VAULT_TYPE, tokens }),
  )
  const after = await Promise.all([rosa, mallory, victor].map((person) => person.readBalance()))
  expect(after.map((units, index) => units - (before[index] ?? 0n))).toEqual([SAVINGS, 0n, 0n])
  expect(await api.call(getProposal, { params: { id: String(id) } })).toMatchObject({
    votesFor: 4,
    status: 'executed',
  })
})

test('victor is still not accused, and mirror and chain agree', async () => {
  const { metadata } = await world.fetchScore(victor)
  expect(['NORMAL', 'TRUSTED']).toContain(metadata.riskLevel)
  await expectMirrorEqualsChain(world)
})
