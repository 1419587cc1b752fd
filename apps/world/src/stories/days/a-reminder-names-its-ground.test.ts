import type { AlertData } from '@app/api/schemas/alert-data.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWatcher, type Watcher } from '../../testing/clients/create-watcher.ts'
import { DAY_MS, HOUR_MS } from '../../testing/decide.ts'
import { openOwnWorld } from '../../testing/open-own-world.ts'
import { waitFor } from '../../testing/wait-for.ts'

const world = await openOwnWorld()
const { clock, people } = world
const { finn, mule } = people

/** What a busy machine does not take within 5 s is sent again after 5, 10, 20 and 40 s. */
const DELIVERY_TIMEOUT_MS = 180_000

let watcher: Watcher
const resources = new AsyncDisposableStack()

beforeAll(async () => {
  watcher = await createWatcher(world, { person: finn, subjects: [mule] }, resources)
})

afterAll(() => resources.disposeAsync())

test('who watches the mule, who is on no list, is reminded of her contact with a listed account', {
  timeout: 300_000,
}, async () => {
  await world.waitUntilIndexed()
  await clock.advance(DAY_MS + HOUR_MS)
  const find = () => watcher.findMessage(mule, 'wallet.reminder')
  await waitFor('the reminder', () => find() !== undefined, DELIVERY_TIMEOUT_MS)
  const data = find()?.data as AlertData<'wallet.reminder'>
  expect(data.reasonCode).toBe('contact')
  expect(data.statement.evidenceKinds).toContain('contact')
  expect(data.statement.evidenceKinds).not.toContain('listed')
})
