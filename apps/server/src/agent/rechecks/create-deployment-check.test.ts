import { createFlowReader } from '@app/flow/read/create-flow-reader.ts'
import { type LoopbackResponse, startLoopbackServer } from '@app/flow/testing/loopback-server.ts'
import { expect, it, onTestFinished } from 'vitest'
import { createTestContext } from '../../testing/create-test-context.ts'
import { createDeploymentCheck } from './create-deployment-check.ts'

const MISSING: LoopbackResponse = {
  status: 400,
  json: {
    code: 400,
    message: 'error: cannot find declaration `DharmaRecheck` in `f8d6e0586b0a20c7`',
  },
}
const FUND = JSON.stringify({ type: 'UFix64', value: '1.00000000' })
const DEPLOYED: LoopbackResponse = { json: Buffer.from(FUND).toString('base64') }

const DAY_MS = 86_400_000

it('a clock that was set back delays no check', async () => {
  const node = await startLoopbackServer()
  onTestFinished(() => node.stop())
  node.responses.push(MISSING, DEPLOYED)
  const context = await createTestContext()
  let nowMs = 2 * DAY_MS
  const flow = createFlowReader({ accessNodeUrl: node.url })
  const isDeployed = createDeploymentCheck({ ...context, flow }, () => nowMs)
  expect(await isDeployed()).toBe(false)
  nowMs -= DAY_MS
  expect(await isDeployed()).toBe(true)
})

it('a chain without the contract is checked once a minute, and logged once', async () => {
  const node = await startLoopbackServer()
  onTestFinished(() => node.stop())
  node.responses.push(MISSING, MISSING, DEPLOYED)
  const warnings: string[] = []
  const context = await createTestContext()
  context.log.warn = (...words: unknown[]) => void warnings.push(String(words[1]))
  let nowMs = 0
  const flow = createFlowReader({ accessNodeUrl: node.url })
  const isDeployed = createDeploymentCheck({ ...context, flow }, () => nowMs)
  const answers: boolean[] = []
  for (const atMs of [0, 59_999, 60_000, 119_999, 120_000, 120_001]) {
    nowMs = atMs
    answers.push(await isDeployed())
  }
  expect(answers).toEqual([false, false, false, false, true, true])
  expect(node.requests).toHaveLength(3)
  expect(warnings).toEqual(['DharmaRecheck is not deployed there yet: no recheck is scheduled'])
})
