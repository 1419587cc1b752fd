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
import { DIGEST_ABOVE } from './write-alerts.ts'

async function openWatching(count: number) {
  const scene = await openScene()
  const addresses = Array.from({ length: count }, (_, number) => toTestAddress(400 + number))
  for (const address of addresses) await scene.watch(OWNER, address)
  return { scene, addresses }
}

async function tellAll(
  { context }: AlertScene,
  addresses: readonly (typeof OWNER)[],
  notice = buildAccusedNotice(),
) {
  for (const address of addresses)
    await insertAgentNotice(context, { address, notice, caseId: 'c' })
}

/** Writes alerts, and sends what is held where it is time. */
async function send(scene: AlertScene) {
  await scene.alerts.step('alerts', 'alert times')
  await scene.settle()
}

/** Tells of one address after the other. */
async function drop(scene: AlertScene, addresses: readonly (typeof OWNER)[]) {
  for (const address of addresses) {
    await tellAll(scene, [address], LEVEL_NOTICE)
    await send(scene)
  }
}

const moveClock = ({ context }: AlertScene, by: string) =>
  context.pool.query('update alert_delivery set created_at = created_at - $1::interval', [by])

describe('a flood of one type', () => {
  it('is one digest, with the first 20 addresses', async () => {
    const { scene, addresses } = await openWatching(50)
    await tellAll(scene, addresses, LEVEL_NOTICE)
    await send(scene)
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

  it('keeps every accusation in full, and is followed by each clearance', async () => {
    const { scene, addresses } = await openWatching(30)
    await tellAll(scene, addresses)
    await send(scene)
    const [digest, ...more] = scene.receiver.messages()
    expect(more).toEqual([])
    const accusations = digest?.data.accusations as { address: string; expiresAt: string }[]
    expect(accusations.map(({ address }) => address)).toEqual(addresses)
    const expiresAt = '2026-11-23T12:00:00.000Z'
    expect(accusations[29]).toMatchObject({ caseId: 'c', expiresAt, statement: { score: 12.4 } })
    await tellAll(scene, addresses, CLEARED_NOTICE)
    await send(scene)
    expect(scene.types()).toEqual(['digest', ...Array(30).fill('wallet.cleared')])
    const cleared = scene.receiver.messages().slice(1)
    expect(new Set(cleared.map(({ data }) => data.address))).toEqual(new Set(addresses))
  })

  it('that was not sent yet loses what is cleared', async () => {
    const { scene, addresses } = await openWatching(9)
    const [held, cleared, ...others] = addresses
    await tellAll(scene, addresses)
    await scene.alerts.step('alerts')
    await tellAll(scene, [held!], CLEARED_NOTICE)
    await scene.alerts.step('alerts', 'alert times')
    await tellAll(scene, [cleared!], CLEARED_NOTICE)
    await send(scene)
    expect(scene.receiver.messages()).toMatchObject([
      { type: 'digest', data: { count: 7, addresses: others } },
    ])
    await tellAll(scene, [others[0]!], CLEARED_NOTICE)
    await send(scene)
    expect(scene.receiver.messages()[1]).toMatchObject({ data: { address: others[0] } })
  })

  it('in drops is five alerts, and one digest at the end of the minute', async () => {
    const { scene, addresses } = await openWatching(12)
    await drop(scene, addresses)
    expect(scene.receiver.posts).toHaveLength(DIGEST_ABOVE)
    await moveClock(scene, '61 seconds')
    await send(scene)
    expect(scene.receiver.messages().at(-1)).toMatchObject({ type: 'digest', data: { count: 7 } })
    expect(scene.receiver.posts).toHaveLength(DIGEST_ABOVE + 1)
  })

  it('is not held back until a clock that was set back has caught up', async () => {
    const { scene, addresses } = await openWatching(12)
    await drop(scene, addresses)
    await moveClock(scene, '-1 day')
    await send(scene)
    expect(scene.receiver.messages().at(-1)).toMatchObject({ type: 'digest', data: { count: 7 } })
    await drop(scene, addresses.slice(0, 1))
    expect(scene.receiver.messages().at(-1)).toMatchObject({ type: 'wallet.level_changed' })
  })

  it('of one more is that one, later', async () => {
    const { scene, addresses } = await openWatching(DIGEST_ABOVE + 1)
    await drop(scene, addresses)
    await moveClock(scene, '61 seconds')
    await send(scene)
    expect(scene.receiver.messages().map(({ data }) => data.address)).toEqual(addresses)
  })

  it('does not hold back what is of another type', async () => {
    const { scene, addresses } = await openWatching(20)
    await tellAll(scene, addresses, LEVEL_NOTICE)
    await tellAll(scene, addresses.slice(0, 1))
    await send(scene)
    expect(scene.types().sort()).toEqual(['digest', 'wallet.accused'])
  })
})
