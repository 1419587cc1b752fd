import type { LoopbackRequest, LoopbackResponse } from '@app/flow/testing/loopback-server.ts'

const NIL_OPTIONAL = JSON.stringify({ type: 'Optional', value: null })

/**
 * Returns a node's response to the script that reads a published score when there is none;
 * `undefined` for other requests.
 */
export function respondWithoutPublishedScore({
  path,
  body,
}: LoopbackRequest): LoopbackResponse | undefined {
  if (!path.startsWith('/v1/scripts')) return undefined
  const cadence = Buffer.from(String(JSON.parse(body).script), 'base64').toString('utf8')
  if (!cadence.includes('DharmaScore')) return undefined
  return { json: Buffer.from(NIL_OPTIONAL).toString('base64') }
}
