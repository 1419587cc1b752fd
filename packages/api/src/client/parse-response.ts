import type { Route } from '../routes/route.ts'
import { ApiError } from '../schemas/api-error.ts'
import { MetaSchema } from '../schemas/envelope.ts'
import { matchesSchema } from './matches-schema.ts'

interface ParsedResponse {
  data: unknown
  /** True for status 202. */
  isAccepted?: boolean
}

type AnswerShape = Pick<Route, 'data' | 'acceptedData'>

/**
 * Parses the body of a success of a route. Throws `ApiError` for every other response, also for a success whose data
 * do not have the shape that the route promises.
 */
export async function parseResponse(
  response: Response,
  route: AnswerShape,
): Promise<ParsedResponse> {
  const body = parseJsonOrUndefined(await response.text())
  if (!response.ok) throw toApiError(response.status, body)
  const isAccepted = response.status === 202
  const shape = (isAccepted && route.acceptedData) || route.data
  if (!isRecord(body) || !matchesSchema(shape, body.data) || !hasValidMeta(body)) {
    throw createUnreadableError(response.status)
  }
  return { ...body, data: body.data, ...(isAccepted && { isAccepted: true }) }
}

const hasValidMeta = ({ meta }: Record<string, unknown>) =>
  meta === undefined || matchesSchema(MetaSchema, meta)

function toApiError(status: number, body: unknown): ApiError {
  if (!isRecord(body) || typeof body.message !== 'string') return createUnreadableError(status)
  const code = typeof body.code === 'string' ? body.code : 'unreadable_answer'
  return new ApiError({ status, code, message: body.message, details: body.details })
}

const createUnreadableError = (status: number) =>
  new ApiError({
    status,
    code: 'unreadable_answer',
    message: `The response of the server cannot be read (status ${status}). Try again later.`,
  })

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
