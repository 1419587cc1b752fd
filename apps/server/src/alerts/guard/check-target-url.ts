import ipaddr from 'ipaddr.js'
import { isLoopbackAddress, isPublicAddress } from './is-public-address.ts'

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
  if (text.length > MAX_URL_LENGTH || !URL.canParse(text)) {
    return refuse(`It must be a URL of at most ${MAX_URL_LENGTH} characters.`)
  }
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') {
    return refuse('It must not contain a user name or password: what is sent is signed.')
  }
  const isOwnMachine = isLoopbackHost(getBareHost(url)) && /^https?:$/.test(url.protocol)
  const problem = rules.allowsLoopback && isOwnMachine ? null : findProblem(url)
  return problem === null ? { kind: 'allowed', url } : refuse(problem)
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

const isLoopbackHost = (host: string): boolean =>
  /^(.*\.)?localhost\.?$/.test(host) || isLoopbackAddress(host)

const refuse = (problem: string): CheckedTarget => ({ kind: 'refused', problem })
