import { expect, onTestFinished, test } from 'vitest'
import { createChainClient } from '../../chain/create-chain.ts'
import { resolveToolboxPath } from '../../environment.ts'
import { createClock } from '../../local/clock.ts'
import { createEmulatorControl } from '../../toolbox/emulator-control.ts'
import { startEmulator } from '../../toolbox/start-emulator.ts'

const DAY_MS = 86_400_000

test('the clock advances by a day at once, blocks have the new time, and time continues from there', async () => {
  const emulator = await startEmulator({ toolbox: resolveToolboxPath() })
  onTestFinished(() => emulator.stop())
  const control = createEmulatorControl(emulator.ready.control)
  const { flow } = createChainClient(emulator.ready)
  const clock = createClock(control)

  const before = await clock.readNowMs()
  await clock.advance(DAY_MS)
  const { timeMs } = await flow.getLatestBlock()
  expect(timeMs - before).toBeGreaterThanOrEqual(DAY_MS)
  expect(timeMs - before).toBeLessThan(DAY_MS + 10_000)
  await clock.advance(DAY_MS)
  expect((await clock.readNowMs()) - before).toBeGreaterThanOrEqual(2 * DAY_MS)
  expect((await flow.getLatestBlock()).timeMs - timeMs).toBeGreaterThanOrEqual(DAY_MS)
})
