import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toTestAddress } from '../../testing/ledger.ts'
import { readInbox } from '../subscriptions/inbox.ts'
import {
  buildAccusedNotice,
  CLEARED_NOTICE,
  insertAgentNotice,
  LEVEL_NOTICE,
} from '../testing/insert-agent-notice.ts'
import { type AlertScene, OWNER, openScene } from '../testing/open-scene.ts'
import { DIGEST_ABOVE, decideDigest } from './write-alerts.ts'

const listAddresses = (count: number) =>
  Array.from({ length: count }, (_, number) => toTestAddress(400 + number))

async function watchAll(scene: AlertScene, count: number) {
  const addresses = listAddresses(count)
  for (const address of addresses) await scene.watch(OWNER, address)
  return addresses
}

const passMinute = ({ context }: AlertScene) =>
  context.pool.query(`update alert_delivery set created_at = created_at - interval '61 seconds'`)

describe('a flood of one type', () => {
  it('is one digest, with the first 20 addresses', async () => {
    const scene = await openScene()
    const addresses = await watchAll(scene, 50)
    for (const address of addresses) {
      await insertAgentNotice(scene.context, { address, notice: LEVEL_NOTICE })
    }
    await scene.settle()
    const [digest, ...more] = scene.receiver.messages()
    expect(more).toEqual([])
    expect(digest).toMatchObject({
      type: 'digest',
      data: { alertType: 'wallet.level_changed', count: 50, accusations: [] },
    })
    expect(digest?.data.addresses).toEqual(addresses.slice(0, 20))
    const inbox = await readInbox(scene.context, { owner: OWNER, limit: 100 })
    expect(inbox.map(({ message }) => message.type)).toEqual(['digest'])
  })

  it('keeps every accusation in full', async () => {
    const scene = await openScene()
    const addresses = await watchAll(scene, 30)
    for (const address of addresses) {
      const notice = buildAccusedNotice()
      await insertAgentNotice(scene.context, { address, notice, caseId: `case of ${address}` })
    }
    await scene.settle()
    const [digest, ...more] = scene.receiver.messages()
    expect(more).toEqual([])
    const accusations = digest?.data.accusations as { address: string; expiresAt: string }[]
    expect(accusations.map(({ address }) => address)).toEqual(addresses)
    expect(accusations[29]).toMatchObject({
      caseId: `case of ${addresses[29]}`,
      expiresAt: '2026-11-23T12:00:00.000Z',
      statement: { score: 12.4 },
    })
  })

  it('is followed by clearances, one by one, to those who got the digest', async () => {
    const scene = await openScene()
    const addresses = await watchAll(scene, 8)
    for (const address of addresses) {
      await insertAgentNotice(scene.context, { address, notice: buildAccusedNotice(), caseId: 'c' })
    }
    await scene.settle()
    for (const address of addresses) {
      await insertAgentNotice(scene.context, { address, notice: CLEARED_NOTICE, caseId: 'c' })
    }
    await scene.settle()
    const types = scene.receiver.messages().map(({ type }) => type)
    expect(types).toEqual(['digest', ...Array(8).fill('wallet.cleared')])
    const cleared = scene.receiver.messages().slice(1)
    expect(new Set(cleared.map(({ data }) => data.address))).toEqual(new Set(addresses))
  })

  it('that was not sent yet loses what is cleared', async () => {
    const scene = await openScene()
    const addresses = await watchAll(scene, 8)
    for (const address of addresses) {
      await insertAgentNotice(scene.context, { address, notice: buildAccusedNotice(), caseId: 'c' })
    }
    await scene.alerts.step('alerts')
    const [cleared, ...others] = addresses
    await insertAgentNotice(scene.context, {
      address: cleared!,
      notice: CLEARED_NOTICE,
      caseId: 'c',
    })
    await scene.settle()
    expect(scene.receiver.messages()).toMatchObject([
      { type: 'digest', data: { count: 7, addresses: others } },
    ])
    await insertAgentNotice(scene.context, {
      address: others[0]!,
      notice: CLEARED_NOTICE,
      caseId: 'c',
    })
    await scene.settle()
    expect(scene.receiver.messages()[1]).toMatchObject({ data: { address: others[0] } })
  })

  it('in drops is five alerts, and one digest at the end of the minute', async () => {
    const scene = await openScene()
    const addresses = await watchAll(scene, 12)
    for (const address of addresses) {
      await insertAgentNotice(scene.context, { address, notice: LEVEL_NOTICE })
      await scene.settle()
    }
    expect(scene.receiver.posts).toHaveLength(DIGEST_ABOVE)
    await scene.alerts.step('alert times')
    await scene.settle()
    expect(scene.receiver.posts).toHaveLength(DIGEST_ABOVE)
    await passMinute(scene)
    await scene.alerts.step('alert times')
    await scene.settle()
    expect(scene.receiver.messages().at(-1)).toMatchObject({ type: 'digest', data: { count: 7 } })
    expect(scene.receiver.posts).toHaveLength(DIGEST_ABOVE + 1)
  })

  it('is not held back until a clock that was set back has caught up', async () => {
    const scene = await openScene()
    const addresses = await watchAll(scene, 12)
    for (const address of addresses) {
      await insertAgentNotice(scene.context, { address, notice: LEVEL_NOTICE })
      await scene.settle()
    }
    await scene.context.pool.query(
      `update alert_delivery set created_at = created_at + interval '1 day'`,
    )
    await scene.alerts.step('alert times')
    await scene.settle()
    expect(scene.receiver.messages().at(-1)).toMatchObject({ type: 'digest', data: { count: 7 } })
    await insertAgentNotice(scene.context, { address: addresses[0]!, notice: LEVEL_NOTICE })
    await scene.settle()
    expect(scene.receiver.messages().at(-1)).toMatchObject({ type: 'wallet.level_changed' })
  })

  it('of one more is that one, later', async () => {
    const scene = await openScene()
    const addresses = await watchAll(scene, DIGEST_ABOVE + 1)
    for (const address of addresses) {
      await insertAgentNotice(scene.context, { address, notice: LEVEL_NOTICE })
      await scene.settle()
    }
    await passMinute(scene)
    await scene.alerts.step('alert times')
    await scene.settle()
    expect(scene.receiver.messages().map(({ data }) => data.address)).toEqual(addresses)
  })

  it('does not hold back what is of another type', async () => {
    const scene = await openScene()
    const addresses = await watchAll(scene, 20)
    for (const address of addresses) {
      await insertAgentNotice(scene.context, { address, notice: LEVEL_NOTICE })
    }
    const [first] = addresses
    const accused = { address: first!, notice: buildAccusedNotice(), caseId: 'c' }
    await insertAgentNotice(scene.context, accused)
    await scene.settle()
    const types = scene.receiver.messages().map(({ type }) => type)
    expect(types.sort()).toEqual(['digest', 'wallet.accused'])
  })
})

it('no more than five alerts of one type and one digest are due within a minute', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 40 }), (steps) => {
      let recent = 0
      let messages = 0
      for (const count of steps) {
        const decision = decideDigest('wallet.accused', count, recent)
        messages += { single: count, digest: 1, held: 0 }[decision]
        recent += count
      }
      expect(messages).toBeLessThanOrEqual(DIGEST_ABOVE)
    }),
  )
})
