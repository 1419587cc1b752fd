import { REQUEST_TIMEOUT_MS } from '@app/values/limits.ts'
import { ApiError } from './api-error.ts'
import { readAnswer } from './read-answer.ts'
import type { AnswerOf, DataOf, InputOf, Route } from './route.ts'
import { type UrlInput, urlOf } from './route-url.ts'

export interface ClientOptions {
  /** Origin of the API, such as http://localhost:3001. */
  baseUrl: string
  /** Milliseconds until a call without an answer fails; 30,000 when absent. */
  timeoutMs?: number
  fetch?: typeof globalThis.fetch
}

type Arguments<R extends Route> =
  object extends InputOf<R>
    ? [input?: InputOf<R>, signal?: AbortSignal]
    : [input: InputOf<R>, signal?: AbortSignal]

export interface ApiClient {
  /** `data` of the answer. Throws `ApiError` on every failure, a missing answer included. */
  call<R extends Route>(route: R, ...args: Arguments<R>): Promise<DataOf<R>>
  /** The whole answer: `data` and `meta`. Throws `ApiError` like `call`. */
  ask<R extends Route>(route: R, ...args: Arguments<R>): Promise<AnswerOf<R>>
}

/** A client of the API at `baseUrl`, for browsers and Node alike. */
export function createClient(options: ClientOptions): ApiClient {
  async function ask<R extends Route>(route: R, ...[input, signal]: Arguments<R>) {
    return (await exchange(options, route, { ...input, signal })) as AnswerOf<R>
  }
  return { ask, call: async (route, ...args) => (await ask(route, ...args)).data }
}

interface Outgoing extends UrlInput {
  body?: unknown
  signal?: AbortSignal | undefined
}

async function exchange(options: ClientOptions, route: Route, input: Outgoing): Promise<unknown> {
  const { baseUrl, timeoutMs = REQUEST_TIMEOUT_MS, fetch = globalThis.fetch } = options
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = input.signal ? AbortSignal.any([timeout, input.signal]) : timeout
  try {
    const request = { ...requestOf(route, input.body), signal }
    return await readAnswer(await fetch(new URL(urlOf(route, input), baseUrl), request))
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (timeout.aborted) throw timedOut(timeoutMs)
    throw input.signal?.aborted ? cancelled() : unreachable()
  }
}

function requestOf(route: Route, body: unknown): RequestInit {
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  const request = { method: route.method, headers }
  return body === undefined ? request : { ...request, body: JSON.stringify(body) }
}

const timedOut = (timeoutMs: number) =>
  new ApiError({
    status: 0,
    code: 'timeout',
    message: `The server did not answer within ${timeoutMs / 1000} seconds. Try again.`,
  })

const cancelled = () =>
  new ApiError({ status: 0, code: 'cancelled', message: 'The request was cancelled.' })

const unreachable = () =>
  new ApiError({
    status: 0,
    code: 'server_unreachable',
    message: 'The server cannot be reached. Check your connection and try again.',
  })
