import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

const IPV6_GROUP_COUNT = 8

/** Whose budget a request counts against: an IPv4 address, or the /64 network that one IPv6 user has. */
export function identifyClient({ ip }: Pick<FastifyRequest, 'ip'>): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1] !== undefined) return mapped[1]
  const [address = ''] = ip.split('%')
  return isIPv6(address) ? `${expandIpv6Groups(address).slice(0, 4).join(':')}::/64` : ip
}

/** The eight groups of an IPv6 address, without leading zeros. */
function expandIpv6Groups(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? 0 : IPV6_GROUP_COUNT - before.length - after.length
  const groups = [...before, ...Array<string>(Math.max(0, gap)).fill('0'), ...after]
  return groups.map((group) => group.replace(/^0+(?=.)/, ''))
}
