import ipaddr from 'ipaddr.js'

const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]

/**
 * Returns whether an IP address belongs to the public internet: neither this machine nor a private or
 * reserved network, also not when an IPv6 address contains such an IPv4 address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST)
}

/** Returns whether an IP address is this machine's own. */
export function isLoopbackAddress(text: string): boolean {
  return ipaddr.isValid(text) && ipaddr.process(text).range() === 'loopback'
}
