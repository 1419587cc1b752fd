import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** Returns whose budget a request counts against: an IPv4 address, or the /64 network that one IPv6 user has. */
export function identifyClient({ ip }: Pick<FastifyRequest, 'ip'>): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`
}
