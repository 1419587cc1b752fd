import { NodeInvalidResponseError } from '../errors.ts'
import { decodeFields } from './decode-cadence.ts'
import { parseObject } from './parse-json-values.ts'

/**
 * Decodes an event payload (base64 of a JSON-CDC event) to fields by name. Throws
 * `NodeInvalidResponseError`.
 */
export function decodeEvent(payload: string): Record<string, unknown> {
  return decodeFields(parseObject(decodeJson(payload), 'an event').value)
}

/**
 * Parses JSON in base64, as nodes send events and script results. Throws
 * `NodeInvalidResponseError`.
 */
export function decodeJson(base64: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64, 'base64').toString('utf8'))
  } catch {
    throw new NodeInvalidResponseError(
      'The Flow access node answered with base64 that does not contain JSON.',
    )
  }
}
