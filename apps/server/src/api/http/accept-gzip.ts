import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

const negotiator = new Negotiator({ supportedValues: ['gzip', 'identity'] })

/** Returns whether the client takes a response compressed by gzip, and sets the headers of one that is. */
export function acceptGzip({ headers }: FastifyRequest, reply: FastifyReply): boolean {
  const vary = reply.getHeader('vary')
  reply.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`)
  const isAccepted = negotiator.negotiate(headers['accept-encoding'] ?? '') === 'gzip'
  if (isAccepted) reply.header('content-encoding', 'gzip')
  return isAccepted
}
