import type { LoopbackAnswer, LoopbackRequest } from '@app/flow/testing/loopback-node.ts'

const NOTHING = JSON.stringify({ type: 'Optional', value: null })

/** What a node answers to the script that reads a published score when there is none. */
export function answerNoPublishedScore({
  path,
  body,
}: LoopbackRequest): LoopbackAnswer | undefined {
  if (!path.startsWith('/v1/scripts')) return undefined
  const cadence = Buffer.from(String(JSON.parse(body).script), 'base64').toString('utf8')
  if (!cadence.includes('DharmaScore')) return undefined
  return { json: Buffer.from(NOTHING).toString('base64') }
}
