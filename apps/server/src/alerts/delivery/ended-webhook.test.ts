import { describe, expect, it } from 'vitest'
import { readClearanceCounts, requestChallenge } from '../subscriptions/write-deliveries.ts'
import { markGone } from '../subscriptions/write-subscription.ts'
import { toWebhook } from '../testing/add-webhook.ts'
import {
  buildAccusedNotice,
  CLEARED_NOTICE,
  insertAgentNotice,
} from '../testing/insert-agent-notice.ts'
import { type AlertScene, MALLORY, OWNER, openScene } from '../testing/open-scene.ts'

const ACCUSED = { address: MALLORY, notice: buildAccusedNotice(), caseId: 'case-1' }
const CLEARED = { address: MALLORY, notice: CLEARED_NOTICE, caseId: 'case-1' }

const end = ({ context, webhookId }: AlertScene) =>
  markGone(context, { owner: OWNER, target: toWebhook(webhookId) })

const listTypes = ({ receiver }: AlertScene) => receiver.messages().map(({ type }) => type)

describe('a webhook that ended', () => {
  it('before its alert was sent gets it not', async () => {
    const scene = await openScene()
    await insertAgentNotice(scene.context, ACCUSED)
    await scene.alerts.step('alerts')
    await end(scene)
    await scene.settle()
    expect(listTypes(scene)).toEqual([])
    expect(await scene.deliveries(OWNER)).toMatchObject([{ status: 'withdrawn', attempts: 0 }])
  })

  it('is not reached by a clearance, until it is confirmed', async () => {
    const scene = await openScene()
    const { context, receiver, webhookId } = scene
    await insertAgentNotice(context, ACCUSED)
    await scene.settle()
    await end(scene)
    await insertAgentNotice(context, CLEARED)
    await scene.settle()
    expect(listTypes(scene)).toEqual(['wallet.accused'])
    const counts = () => readClearanceCounts(context, MALLORY, 'case-1')
    // The inboxes of the owner and of the wallet itself wait for 'Seen'.
    expect(await counts()).toEqual({ reached: 0, waiting: 2, notReached: 1 })
    const key = { owner: OWNER, target: toWebhook(webhookId) }
    await requestChallenge(context, { ...key, url: receiver.url })
    await scene.settle()
    await scene.settle()
    expect(listTypes(scene)).toEqual(['wallet.accused', 'wallet.cleared'])
    expect(await counts()).toEqual({ reached: 1, waiting: 2, notReached: 0 })
  })
})
