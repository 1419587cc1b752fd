export interface NodeAddress {
  /** Path below which the API is; may contain a secret, because some providers put a key in it. */
  basePath: string
  /** Scheme, host and port: the only part of the address that may appear in messages. */
  origin: string
  /**
   * Basic authorization from user and password in the URL, because `fetch` rejects URLs with
   * credentials.
   */
  authorization: string | null
}

/**
 * Splits the URL of an access node. Throws `TypeError`, without the URL in its message, when it is
 * invalid.
 */
export function parseNodeAddress(text: string): NodeAddress {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('the access node needs a URL such as https://rest-testnet.onflow.org')
  }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return {
    basePath: `${path}/v1`,
    origin: url.origin,
    authorization: credentials === ':' ? null : `Basic ${btoa(credentials)}`,
  }
}
