import { createFlowReader } from '@app/flow/read/create-flow-reader.ts'
import { type LoopbackAnswer, startLoopbackNode } from '@app/flow/testing/loopback-node.ts'
import { expect, it, onTestFinished } from 'vitest'
import { createTestContext } from '../../testing/create-test-context.ts'
import { watchDeployment } from './watch-deployment.ts'

const MISSING: LoopbackAnswer = {
  status: 400,
  json: {
    code: 400,
    message: 'error: cannot find declaration `DharmaRecheck` in `f8d6e0586b0a20c7`',
  },
}
const FUND = JSON.stringify({ type: 'UFix64', value: '1.00000000' })
const THERE: LoopbackAnswer = { json: Buffer.from(FUND).toString('base64') }

it('a chain without the contract is asked once a minute, and is said once', async () => {
  const node = await startLoopbackNode()
  onTestFinished(() => node.stop())
  node.answers.push(MISSING, MISSING, THERE)
  const said: string[] = []
  const context = await createTestContext()
  context.log.warn = (...words: unknown[]) => void said.push(String(words[1]))
  let nowMs = 0
  const flow = createFlowReader({ accessNodeUrl: node.url })
  const isDeployed = watchDeployment({ ...context, flow }, () => nowMs)
  const answers: boolean[] = []
  for (const atMs of [0, 59_999, 60_000, 119_999, 120_000, 120_001]) {
    nowMs = atMs
    answers.push(await isDeployed())
  }
  expect(answers).toEqual([false, false, false, false, true, true])
  expect(node.requests).toHaveLength(3)
  expect(said).toEqual(['DharmaRecheck is not deployed there yet: no recheck is scheduled'])
})
