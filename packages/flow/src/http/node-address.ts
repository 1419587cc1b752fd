export interface NodeAddress {
  /** What paths are appended to; may hold a secret, as some providers put a key in the path. */
  base: string
  /** Scheme, host and port: all of the address that may stand in a message. */
  origin: string
  /** Basic authorization made of the user and password in the URL, which `fetch` refuses there. */
  authorization: string | null
}

/** Splits the URL of an access node. Throws `TypeError`, without repeating the URL, when it is none. */
export function parseNodeAddress(text: string): NodeAddress {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('the access node needs a URL such as https://rest-testnet.onflow.org')
  }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return {
    base: `${url.origin}${path}/v1`,
    origin: url.origin,
    authorization: credentials === ':' ? null : `Basic ${btoa(credentials)}`,
  }
}
