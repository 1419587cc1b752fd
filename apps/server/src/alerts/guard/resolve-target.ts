import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { getBareHost, type TargetRules } from './check-target-url.ts'
import { isLoopbackAddress, isPublicAddress } from './is-public-address.ts'

/** An address of a host. */
export interface HostAddress {
  address: string
  family: number
}

/** Returns every address of a host name. */
export type ResolveHost = (host: string) => Promise<HostAddress[]>

/** The address to connect to, whatever the name means later; or why there is none. */
export type ResolvedTarget =
  | { kind: 'resolved'; address: HostAddress }
  | { kind: 'refused'; problem: string }

export const resolveByDns: ResolveHost = (host) => lookup(host, { all: true, order: 'verbatim' })

/** Resolves the host of a URL once; every one of its addresses must be allowed. */
export async function resolveTarget(
  url: URL,
  { allowsLoopback, resolve = resolveByDns }: TargetRules & { resolve?: ResolveHost },
): Promise<ResolvedTarget> {
  const host = getBareHost(url)
  const addresses = await listAddresses(host, resolve)
  const [first] = addresses
  if (first === undefined) return refuse('its host was not found')
  const isAllowed = ({ address }: HostAddress) =>
    isPublicAddress(address) || (allowsLoopback && isLoopbackAddress(address))
  if (addresses.every(isAllowed)) return { kind: 'resolved', address: first }
  return refuse('its host is not on the public internet')
}

async function listAddresses(host: string, resolve: ResolveHost): Promise<HostAddress[]> {
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family }]
  return await resolve(host).catch(() => [])
}

const refuse = (problem: string): ResolvedTarget => ({ kind: 'refused', problem })
