import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** Says in a failure whose limit is reached: a client may have used little of it itself. */
export const SHARED_ADDRESS = 'you and all others who share your IP address'

/**
 * Returns the key of a client's rate limit: its IPv4 address, or the /64 network of its IPv6
 * address.
 */
export function identifyClient({ ip }: Pick<FastifyRequest, 'ip'>): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`
}
