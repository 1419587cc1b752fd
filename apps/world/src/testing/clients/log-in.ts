import { type ApiClient, createClient } from '@app/api/client/client.ts'
import { createNonce, createSession } from '@app/api/routes/session.ts'
import { encodeAccountProof } from '@app/flow/proof/account-proof.ts'
import type { Chain } from '../../create-chain.ts'
import type { Person } from '../../people/create-person.ts'
import type { AppUrls } from '../../start-app.ts'

/** A running world to which people log in. */
export interface Site {
  chain: Chain
  urls: AppUrls
}

type Owner = Pick<Person, 'address'>

/** Logs a person in with an account proof, as the page does; returns a client with the session. */
export async function logIn(site: Site, owner: Owner): Promise<ApiClient> {
  const { api: baseUrl, web } = site.urls
  const client = createClient({ baseUrl, fetch: createPageFetch(web) })
  await proveAccount(client, site, owner)
  return client
}

/** Logs a person in as a program does, which sends no Origin; returns the token in the cookie of the session. */
export async function openSession(site: Site, owner: Owner): Promise<string> {
  let cookie = ''
  const fetchWithoutOrigin: typeof fetch = async (url, init) => {
    const response = await fetch(url, init)
    cookie = response.headers.getSetCookie()[0] ?? ''
    return response
  }
  const client = createClient({ baseUrl: site.urls.api, fetch: fetchWithoutOrigin })
  await proveAccount(client, site, owner)
  return /=([^;]*)/.exec(cookie)?.[1] ?? ''
}

async function proveAccount(client: ApiClient, { chain, urls }: Site, { address }: Owner) {
  const { nonce } = await client.call(createNonce)
  const appIdentifier = urls.web
  const proof = encodeAccountProof({ appIdentifier, address, nonce })
  const signature = Buffer.from(chain.toSigner(address).sign(proof)).toString('hex')
  const signatures = [{ keyId: 0, signature }]
  await client.call(createSession, { body: { address, nonce, signatures, appIdentifier } })
}

/** Fetches as a page of an origin, which keeps its cookie. */
function createPageFetch(origin: string): typeof fetch {
  let cookie = ''
  return async (url, init) => {
    const headers = { ...Object.fromEntries(new Headers(init?.headers)), origin, cookie }
    const response = await fetch(url, { ...init, headers })
    const [set] = response.headers.getSetCookie()
    if (set !== undefined) cookie = set.split(';')[0] ?? ''
    return response
  }
}
