import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type IndependentWallet, openIndependentWallet } from '../independent-wallet.ts'
import { type AppealChanges, type AppealScene, openAppealScene } from './open-appeal-scene.ts'

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

const appealFreeze = (freezeNumber: number, changes?: AppealChanges) =>
  scene.appeal(wallet, { freezeNumber }, changes)

describe('an appeal against a freeze', () => {
  it('names its number, and has the case of the freeze', async () => {
    const number = await scene.freeze(wallet)
    const { answer: refused } = await appealFreeze(number + 1)
    expect(refused).toMatchObject({
      status: 409,
      message: `This wallet is not frozen by freeze ${number + 1}, so there is nothing to appeal. Its freeze has the number ${number}.`,
    })
    const { answer } = await appealFreeze(number)
    const caseId = `${wallet.address.slice(2)}-freeze-${number}`
    expect(answer).toMatchObject({ status: 200, data: { against: 'freeze', number, caseId } })
    expect(await scene.readUndecided(wallet)).toEqual({ [String(answer.data?.id)]: 'pending' })
  })

  it('of a flagged wallet is kept in the case of the flag, beside the appeal against it', async () => {
    const flagNumber = await scene.flag(wallet, 'case-10')
    const number = await scene.freeze(wallet)
    expect((await scene.appeal(wallet, { flagNumber })).answer.status).toBe(200)
    const { answer } = await appealFreeze(number, { sequence: 2 })
    expect(answer).toMatchObject({ status: 200, data: { against: 'freeze', caseId: 'case-10' } })
  })

  it('rule 22: is taken once, and once more after a renewal, which keeps the number', async () => {
    const number = await scene.freeze(wallet)
    const { answer: first } = await appealFreeze(number)
    const { answer: early } = await appealFreeze(number, { sequence: 2 })
    expect(early).toMatchObject({
      code: 'appeal_refused',
      message: `This wallet has appealed against freeze ${number} already: appeal ${first.data?.id}, which is open.`,
    })
    await scene.advance(24)
    const { answer: again } = await appealFreeze(number, { sequence: 2 })
    expect(again).toMatchObject({ code: 'appeal_refused' })
    expect(again.message).toContain('which is undecided')
    expect(await scene.freeze(wallet)).toBe(number)
    expect((await appealFreeze(number, { sequence: 2 })).answer.status).toBe(200)
  })
})
