import { FAILURES, type FailureCode } from '@app/api/routes/failures.ts'
import type { Route, RouteResponse } from '@app/api/routes/route.ts'
import { type Address, parseAddress } from '@app/values/address.ts'
import type { FastifyRequest } from 'fastify'
import type { Api } from '../api.ts'
import { ApiFailure } from '../api-failure.ts'
import { readSessionCookie } from '../users/session-cookie.ts'
import { hashSecret } from '../users/write-session.ts'
import { identifyClient } from './limits.ts'
import { toApiFailure, toFailureBody } from './register-error-handler.ts'
import {
  claimKey,
  type KeyedRequest,
  releaseKey,
  type StoredResult,
  storeResult,
} from './write-idempotency-key.ts'

const KEY = /^[!-~]{1,255}$/

/**
 * Runs a handler, or returns the first result when the request names an Idempotency-Key that was
 * used before: of the same client and wallet or session, within 24 hours. Two calls with the same key may run at
 * the same time, also after a crash: the handlers find the same action by the sequence number of its
 * message, wait for it together, and both answer with the result that was stored first.
 *
 * Throws `ApiFailure` when the key belongs to another request.
 */
export async function answerOnce<R extends Route>(
  { context }: Pick<Api, 'context'>,
  request: FastifyRequest,
  run: () => Promise<RouteResponse<R>> | RouteResponse<R>,
): Promise<RouteResponse<R>> {
  const keyed = readKeyedRequest(request)
  if (keyed === null) return await run()
  const claimed = await claimKey(context, keyed)
  if (claimed.kind === 'reused') throw new ApiFailure('idempotency_key_reused')
  if (claimed.kind === 'answered') return toResponse<R>(claimed.result)
  const result = await runToResult(run)
  if (result instanceof ApiFailure && !isFinal(result)) {
    await releaseKey(context, keyed)
    throw result
  }
  const stored = result instanceof ApiFailure ? toFailureResult(result) : result
  return toResponse<R>(await storeResult(context, keyed, stored))
}

function readKeyedRequest(request: FastifyRequest): KeyedRequest | null {
  const { method, url, body, headers } = request
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !KEY.test(key)) {
    const message = 'Idempotency-Key must be 1 to 255 visible ASCII characters'
    const details = [{ field: 'Idempotency-Key', message }]
    throw new ApiFailure('invalid_request', { message, details })
  }
  const author = getWalletAddress(body) ?? readSessionCookie(request) ?? ''
  const owner = `${identifyClient(request)} ${author}`
  const requestHash = hashSecret(JSON.stringify([method, url, body]))
  return { ownerHash: hashSecret(owner), key, requestHash }
}

/** Returns the address that signed the body of a request, as the body claims; else `null`. */
function getWalletAddress(body: unknown): Address | null {
  if (typeof body !== 'object' || body === null || !('wallet' in body)) return null
  const { wallet } = body
  if (typeof wallet !== 'object' || wallet === null || !('address' in wallet)) return null
  return typeof wallet.address === 'string' ? parseAddress(wallet.address) : null
}

async function runToResult<R extends Route>(
  run: () => Promise<RouteResponse<R>> | RouteResponse<R>,
): Promise<StoredResult | ApiFailure> {
  try {
    const { isAccepted = false, ...body } = await run()
    return { status: isAccepted ? 202 : 200, body }
  } catch (error) {
    const failure = toApiFailure(error)
    // The error handler logs what is not of the catalogue.
    if (failure.code === 'internal_error') throw error
    return failure
  }
}

/** Returns whether the same request would fail again. */
const isFinal = ({ code, statusCode }: ApiFailure): boolean =>
  code === 'transaction_failed' || (statusCode < 500 && statusCode !== 429)

const toFailureResult = (failure: ApiFailure): StoredResult => ({
  status: failure.statusCode,
  body: toFailureBody(failure),
})

/** Throws `ApiFailure` for a stored failure. */
function toResponse<R extends Route>({ status, body }: StoredResult): RouteResponse<R> {
  if (status < 400) {
    return { ...(body as RouteResponse<R>), isAccepted: status === 202 }
  }
  const { code, ...rest } = body as { code: string; message: string; details?: unknown }
  if (!isFailureCode(code)) throw new RangeError(`the stored failure ${code} is unknown`)
  throw new ApiFailure(code, rest)
}

const isFailureCode = (code: string): code is FailureCode => Object.hasOwn(FAILURES, code)
