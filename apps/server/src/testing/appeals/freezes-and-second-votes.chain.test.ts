import type { Appeal } from '@app/api/schemas/case/appeal.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type IndependentWallet, openIndependentWallet } from '../independent-wallet.ts'
import { type AppealChanges, type AppealScene, openAppealScene } from './open-appeal-scene.ts'

/** Long timeout: a complete server and a local chain, possibly on a busy machine. */
vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 })

let scene: AppealScene
/** A wallet that nothing stands against yet. */
let wallet: IndependentWallet

beforeAll(async () => {
  scene = await openAppealScene()
})

beforeEach(async () => {
  wallet = await openIndependentWallet(scene.chain)
})

afterAll(() => scene.close())

interface Draft extends AppealChanges {
  signer?: IndependentWallet
}

const appealFlag = (caseId: string, { signer = wallet, ...changes }: Draft = {}) =>
  scene.appeal(signer, { caseId }, changes)

const appealFreeze = (freezeProposalId: number, changes?: AppealChanges) =>
  scene.appeal(wallet, { freezeProposalId }, changes)

const appealAgain = (secondProposalOf: number, { signer = wallet, ...changes }: Draft = {}) =>
  scene.appeal(signer, { secondProposalOf }, changes)

describe('an appeal against a freeze', () => {
  it('names the proposal that was executed last, and has the case of the freeze', async () => {
    const id = await scene.freeze(wallet)
    const { answer: refused } = await appealFreeze(id + 1)
    expect(refused).toMatchObject({
      status: 409,
      message: `This wallet is not frozen by proposal ${id + 1}, so there is nothing to appeal. The proposal executed last for its freeze is ${id}.`,
    })
    const { answer } = await appealFreeze(id)
    const caseId = `${wallet.address.slice(2)}-freeze-1`
    expect(answer).toMatchObject({ status: 200, data: { against: 'freeze', caseId } })
    expect(await scene.readAppeals(wallet)).toMatchObject([{ freezeNumber: 1n, outcome: 'open' }])
  })

  it('of a flagged wallet is kept in the case of the flag, beside the appeal against it', async () => {
    await scene.flag(wallet, 'case-10')
    const id = await scene.freeze(wallet)
    expect((await appealFlag('case-10')).answer.status).toBe(200)
    const { answer } = await appealFreeze(id, { sequence: 2 })
    expect(answer).toMatchObject({ status: 200, data: { against: 'freeze', caseId: 'case-10' } })
  })

  it('is taken once, and once more after a renewal', async () => {
    const id = await scene.freeze(wallet)
    const { answer: first } = await appealFreeze(id)
    const { answer: early } = await appealFreeze(id, { sequence: 2 })
    expect(early).toMatchObject({
      code: 'appeal_refused',
      message: `This wallet has appealed against this freeze already: appeal ${first.data?.id}, which is open.`,
    })
    await scene.advance(72)
    const { answer: again } = await appealFreeze(id, { sequence: 2 })
    expect(again).toMatchObject({ code: 'appeal_refused' })
    expect(again.message).toContain('which is undecided')
    const renewal = await scene.freeze(wallet)
    expect((await appealFreeze(renewal, { sequence: 2 })).answer.status).toBe(200)
  })
})

describe('an appeal against a freeze that is renewed', () => {
  it('stays the only one while it is open', async () => {
    const { answer: first } = await appealFreeze(await scene.freeze(wallet))
    const renewal = await scene.freeze(wallet)
    const { answer: early } = await appealFreeze(renewal, { sequence: 2 })
    expect(early).toMatchObject({
      code: 'appeal_refused',
      message: `This wallet has appealed against this freeze already: appeal ${first.data?.id}, which is open.`,
    })
    await scene.advance(72)
    expect((await appealFreeze(renewal, { sequence: 2 })).answer.status).toBe(200)
  })
})

describe('the second vote on an appeal', () => {
  it('is opened once, after the first had too few votes', async () => {
    await scene.flag(wallet, 'case-11')
    const { answer: first } = await appealFlag('case-11')
    const id = Number(first.data?.id)
    const { answer: early } = await appealAgain(id, { sequence: 2 })
    expect(early).toMatchObject({
      code: 'appeal_refused',
      message: expect.stringContaining('is open until'),
    })
    await scene.advance(24)
    const { answer, body } = await appealAgain(id, { sequence: 2 })
    const { openedAt, deadline } = first.data as Appeal
    expect(answer).toMatchObject({ status: 200, data: { id, against: 'flag', openedAt, deadline } })
    expect(answer.data?.proposalId).not.toBe(first.data?.proposalId)
    expect(await scene.post('/v1/appeals', body)).toMatchObject({ status: 200, data: answer.data })
    const { answer: third } = await appealAgain(id, { sequence: 3 })
    expect(third).toMatchObject({
      code: 'appeal_refused',
      message: expect.stringContaining('its second vote already'),
    })
  })

  it('is refused within 24 hours of the end of the clock, and after it', async () => {
    await scene.flag(wallet, 'case-12')
    const { answer: first } = await appealFlag('case-12')
    const id = Number(first.data?.id)
    await scene.advance(49)
    const { answer: late } = await appealAgain(id, { sequence: 2 })
    expect(late).toMatchObject({
      code: 'appeal_refused',
      message: expect.stringContaining('24 hours before its clock'),
    })
    await scene.advance(24)
    const { answer: over } = await appealAgain(id, { sequence: 2 })
    expect(over).toMatchObject({
      code: 'appeal_refused',
      message: expect.stringContaining('is closed: undecided'),
    })
  })

  it('on the appeal of another wallet is refused', async () => {
    await scene.flag(wallet, 'case-13')
    const { answer: first } = await appealFlag('case-13')
    const id = Number(first.data?.id)
    await scene.advance(24)
    const signer = await openIndependentWallet(scene.chain)
    const { answer } = await appealAgain(id, { signer })
    expect(answer).toMatchObject({
      code: 'appeal_refused',
      message: `This wallet has no appeal ${id}.`,
    })
  })
})
