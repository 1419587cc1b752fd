import { createNodeClient } from '@app/flow/http/node-client.ts'
import { createFlowReaderFromClient } from '@app/flow/read/create-flow-reader.ts'
import { createFakeClock } from '@app/flow/testing/fake-clock.ts'
import { type LoopbackResponse, startLoopbackServer } from '@app/flow/testing/loopback-server.ts'
import { expect, it, onTestFinished } from 'vitest'
import { formatDifference } from '../check.ts'
import { buildSampleCase } from '../testing/build-sample-case.ts'
import { buildSampleEvidence } from '../testing/build-sample-evidence.ts'
import { buildCaseChainChecks } from './chain-checks.ts'
import { parseCase } from './parse-case.ts'

const NOT_FOUND: LoopbackResponse = { status: 404, json: { code: 404, message: 'not found' } }
const VERSION = {
  json: {
    ...{ semver: '1.0.0', spork_id: 'ab' },
    ...{ spork_root_block_height: '0', node_root_block_height: '0' },
  },
}

/** Each reason of the sample cites one transaction. */
const CITATIONS = buildSampleEvidence().reasons.length

it.each<[string, LoopbackResponse[], RegExp]>([
  [
    `The chain has the ${CITATIONS} citations of the accusations, and each shows what it is cited for.`,
    [NOT_FOUND, VERSION],
    /^evidence\[0\]\.reasons\[0\]\.evidence\[0\]\.txId should be a transaction of block 7, but is (ab){32}, which is not/,
  ],
  [
    'The last block that each score covers has its time, and the account held the NFTs that the inputs state.',
    [NOT_FOUND],
    /^evidence\[0\]\.address should be an account that exists/,
  ],
])('a node is asked for the claim: %s', async (claim, responses, sentence) => {
  const node = await startLoopbackServer()
  onTestFinished(() => node.stop())
  node.responses.push(...responses)
  const client = createNodeClient({ accessNodeUrl: node.url }, createFakeClock())
  const parsed = parseCase(buildSampleCase())
  if ('expected' in parsed) throw new Error(formatDifference(parsed))
  const checks = buildCaseChainChecks(parsed, createFlowReaderFromClient(client))
  const finding = await checks.find((check) => check.claim === claim)?.find()
  expect(formatDifference(finding as never)).toMatch(sentence)
})
