import { expect, onTestFinished, test } from 'vitest'
import { TOOLBOX_BINARY } from '../../../../../scripts/set-up/paths.mjs'
import { createChainClient, createChainClock } from '../../create-chain.ts'
import { createEmulatorControl } from '../../emulator-control.ts'
import { runTimedAct } from '../../seed/seed-world.ts'
import { startEmulator } from '../../start-tool.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

test('the clock advances by a day at once, blocks have the new time, and time continues from there', async () => {
  const emulator = await startEmulator({ toolbox: TOOLBOX_BINARY })
  onTestFinished(() => emulator.stop())
  const control = createEmulatorControl(emulator.ready.control)
  const { flow } = createChainClient(emulator.ready)
  const clock = createChainClock(control)

  const before = await clock.readNowMs()
  await clock.advance(DAY_MS)
  const { timeMs } = await flow.getLatestBlock()
  expect(timeMs - before).toBeGreaterThanOrEqual(DAY_MS)
  expect(timeMs).toBeLessThanOrEqual(await clock.readNowMs())
  await clock.advance(DAY_MS)
  expect((await clock.readNowMs()) - before).toBeGreaterThanOrEqual(2 * DAY_MS)
  expect((await flow.getLatestBlock()).timeMs - timeMs).toBeGreaterThanOrEqual(DAY_MS)
})

test('an act of the history happens at its own time, however old the block before is', async () => {
  const emulator = await startEmulator({ toolbox: TOOLBOX_BINARY })
  onTestFinished(() => emulator.stop())
  const control = createEmulatorControl(emulator.ready.control)
  const { flow } = createChainClient(emulator.ready)
  await control.setMode({ mode: 'manual' })
  const { timeMs } = await flow.getLatestBlock()
  const atMs = Math.ceil(timeMs / 1000) * 1000 + 28 * HOUR_MS

  const times: number[] = []
  const perform = async () => void times.push((await flow.getLatestBlock()).timeMs)
  await runTimedAct(control, { atMs, perform })
  expect(times).toEqual([atMs])
})
