import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

const negotiator = new Negotiator({ supportedValues: ['gzip', 'identity'] })

/** Returns whether the client takes a response compressed by gzip. Tells caches that the response depends on it. */
export function acceptsGzip({ headers }: FastifyRequest, reply: FastifyReply): boolean {
  const vary = reply.getHeader('vary')
  reply.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`)
  return negotiator.negotiate(headers['accept-encoding'] ?? '') === 'gzip'
}

/**
 * Sets the tag of an answer that clients may keep, if they ask each time whether it still holds. Returns whether the
 * client has it already: status 304 without a body is the answer then.
 */
export function applyEntityTag(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  reply.header('etag', tag).header('cache-control', 'no-cache')
  const isKnown = matchesTag(request.headers['if-none-match'], tag)
  if (isKnown) reply.code(304)
  return isKnown
}

/** Returns whether the header `If-None-Match` names the tag, compared weakly (RFC 9110, 13.1.2). */
function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const names = ifNoneMatch.split(',').map((name) => name.trim())
  return names.includes('*') || names.some((name) => toOpaque(name) === toOpaque(tag))
}

const toOpaque = (tag: string): string => tag.replace(/^W\//, '')
