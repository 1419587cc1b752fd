import { isUtf8 } from 'node:buffer'
import { findJsonError } from '@app/values/find-json-error.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiFailure } from '../api-failure.ts'

/**
 * Accepts only JSON bodies. An empty body counts as no body whatever its content type, because
 * browsers and clients send that header with every request.
 */
export function acceptOnlyJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, bytes: Buffer, done) => {
      const body = bytes.toString()
      if (!isUtf8(bytes)) done(new ApiFailure('invalid_json', { message: NO_UTF8 }))
      else if (body.trim() === '') done(null, undefined)
      else {
        void parseJson(request, body, (error, value) => {
          if (error === null) done(null, value)
          else done(new ApiFailure('invalid_json', { message: describeJsonError(body) }))
        })
      }
    },
  )
}

const NO_UTF8 = 'The body is not UTF-8: it has bytes that are no characters.'

/** Returns where a body stops to be JSON and what is missing there, or which field of it is forbidden. */
function describeJsonError(body: string): string {
  const error = findJsonError(body)
  if (error === null) {
    return "The body has a field '__proto__', or 'constructor' with a 'prototype', which no call takes. Leave it out."
  }
  return `The body is not valid JSON: ${error}.`
}
