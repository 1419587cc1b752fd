import { ApiError } from '../schemas/api-error.ts'

interface ParsedResponse {
  data: unknown
  /** True for status 202. */
  isAccepted?: boolean
}

/**
 * Parses the body of a success, an object with `data`. Throws `ApiError` for every other response.
 */
export async function parseResponse(response: Response): Promise<ParsedResponse> {
  const body = parseJsonOrUndefined(await response.text())
  if (response.ok && isRecord(body) && 'data' in body) {
    return { ...body, data: body.data, ...(response.status === 202 && { isAccepted: true }) }
  }
  throw toApiError(response.status, body)
}

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
