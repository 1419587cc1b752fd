import ipaddr from 'ipaddr.js'

/** A URL that may be called, once its host is resolved; or why it may not. */
export type CheckedTarget = { kind: 'allowed'; url: URL } | { kind: 'refused'; problem: string }

export interface TargetRules {
  /** Also this machine, without TLS too: on the network `local` only. */
  allowsLoopback: boolean
}

/** Ports below this belong to other protocols than HTTP; 443 is the exception. */
const FIRST_FREE_PORT = 1024

const MAX_URL_LENGTH = 500

/**
 * Checks everything about the URL of a webhook that can be seen without resolving its host. Host names
 * are checked again at each delivery (post-to-target.ts).
 */
export function checkTargetUrl(text: string, rules: TargetRules): CheckedTarget {
  if (!URL.canParse(text)) {
    const hasStart = /^https?:\/\//i.test(text)
    return refuse(hasStart ? 'Its host or port is not valid.' : 'It must begin with https://.')
  }
  const url = new URL(toCanonicalUrl(text))
  const { length } = url.href
  if (length > MAX_URL_LENGTH) {
    return refuse(
      `It must be a URL of at most ${MAX_URL_LENGTH} characters: in ASCII it has ${length}.`,
    )
  }
  if (url.username !== '' || url.password !== '') {
    return refuse('It must not contain a user name or password: what is sent is signed.')
  }
  const isOwnMachine = isLoopbackHost(getBareHost(url)) && /^https?:$/.test(url.protocol)
  const problem = rules.allowsLoopback && isOwnMachine ? null : findProblem(url)
  return problem === null ? { kind: 'allowed', url } : refuse(problem)
}

/** Returns a URL as it is stored and called: in ASCII, without a fragment and the full stop of a complete host name. */
export function toCanonicalUrl(text: string): string {
  const url = new URL(text)
  url.hash = ''
  url.hostname = url.hostname.replace(/\.$/, '')
  return url.href
}

/** Returns a pasted URL without what draws nothing around it. */
export const trimUrl = (text: string): string => text.replace(/^[\s\p{DI}]+|[\s\p{DI}]+$/gv, '')

/** Like `checkTargetUrl`; returns why the URL may not be called, `null` when it may. */
export function findTargetProblem(text: string, rules: TargetRules): string | null {
  const target = checkTargetUrl(text, rules)
  return target.kind === 'refused' ? target.problem : null
}

function findProblem(url: URL): string | null {
  if (url.protocol !== 'https:') return 'It must begin with https://.'
  const host = getBareHost(url)
  if (isLoopbackHost(host) || (ipaddr.isValid(host) && !isPublicAddress(host))) {
    return 'Its host must be on the public internet.'
  }
  const port = url.port === '' ? 443 : Number(url.port)
  if (port === 443 || port >= FIRST_FREE_PORT) return null
  return `Its port must be 443, or ${FIRST_FREE_PORT} or higher.`
}

/** Returns the host of a URL without the brackets of an IPv6 address. */
export const getBareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

export const isLoopbackHost = (host: string): boolean =>
  /^(.*\.)?localhost\.?$/.test(host) || isLoopbackAddress(host)

const refuse = (problem: string): CheckedTarget => ({ kind: 'refused', problem })

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
