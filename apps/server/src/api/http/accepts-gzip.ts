import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

const negotiator = new Negotiator({ supportedValues: ['gzip', 'identity'] })

/** Returns whether the client takes a response compressed by gzip. Tells caches that the response depends on it. */
export function acceptsGzip({ headers }: FastifyRequest, reply: FastifyReply): boolean {
  const vary = reply.getHeader('vary')
  reply.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`)
  return negotiator.negotiate(headers['accept-encoding'] ?? '') === 'gzip'
}
