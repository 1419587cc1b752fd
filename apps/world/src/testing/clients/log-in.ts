import { type ApiClient, createClient } from '@app/api/client/client.ts'
import { createNonce, createSession } from '@app/api/routes/session.ts'
import { encodeAccountProof } from '@app/flow/proof/account-proof.ts'
import type { Person } from '../../people/create-person.ts'
import type { WorldConnection } from '../connect-to-world.ts'

/** Logs a person in with an account proof, as the page does; returns a client with the session. */
export async function logIn(
  { chain, urls }: Pick<WorldConnection, 'chain' | 'urls'>,
  { address }: Pick<Person, 'address'>,
): Promise<ApiClient> {
  const client = createClient({ baseUrl: urls.api, fetch: createPageFetch(urls.web) })
  const { nonce } = await client.call(createNonce)
  const proof = encodeAccountProof({ appIdentifier: urls.web, address, nonce })
  const signature = Buffer.from(chain.toSigner(address).sign(proof)).toString('hex')
  const body = { address, nonce, signatures: [{ keyId: 0, signature }] }
  await client.call(createSession, { body })
  return client
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
