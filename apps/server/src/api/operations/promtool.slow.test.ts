import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { openTestApi } from '../testing/open-test-api.ts'

const isThere = spawnSync('promtool', ['--version']).error === undefined

it.skipIf(!isThere)('promtool, where Prometheus is installed, finds nothing wrong', async () => {
  const api = await openTestApi()
  const { body } = await api.app.inject('/metrics')
  await api.finish()
  const { status, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: body })
  expect([status, stderr.toString()]).toEqual([0, ''])
})
