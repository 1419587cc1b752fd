import { ROUTES } from '@app/api/routes/routes.ts'
import type { Address } from '@app/values/address.ts'
import { buildValidRequest } from '../../api/testing/build-valid-request.ts'
import type { SecrecyScene } from './create-secrecy-scene.ts'

/** Requests whose answers are seen; each resolves with the status. */
export interface AskingApi {
  get(path: string): Promise<number>
  post(path: string, body: string): Promise<number>
  /** Calls each route with its example. */
  askEverything(): Promise<void>
  /** Sends what people paste by mistake: a private key in each place of a request. */
  pasteKey(key: string, address: Address): Promise<void>
}

const OPERATIONS = ['/docs', '/openapi.json', '/metrics', '/ready', '/health']

const JSON_HEADERS = { 'content-type': 'application/json' }

export function createAskingApi(scene: SecrecyScene, url: string): AskingApi {
  const request = async (path: string, init: RequestInit = {}): Promise<number> => {
    const response = await fetch(url + path, { ...init, signal: AbortSignal.timeout(40_000) })
    scene.see(
      'answers of the API',
      `${JSON.stringify([...response.headers])} ${await read(response)}`,
    )
    return response.status
  }
  const get = (path: string) => request(path)
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    request(path, { method: 'POST', body, headers: { ...JSON_HEADERS, ...headers } })
  return {
    get,
    post,
    askEverything: async () => {
      for (const route of ROUTES) {
        const { method, url: path, payload } = buildValidRequest(route)
        await (method === 'GET' ? get(path) : post(path, JSON.stringify(payload ?? {})))
      }
      for (const path of OPERATIONS) await get(path)
    },
    pasteKey: async (key, address) => {
      for (const path of listPathsWith(key)) await get(path)
      for (const route of ROUTES.filter(({ body }) => body !== undefined)) {
        const { url: path } = buildValidRequest(route)
        const headers = { authorization: `Bearer ${key}`, cookie: `dharma_session=${key}` }
        for (const body of listBodiesWith(key, { address, example: route.bodyExample as object })) {
          await post(path, body, headers)
        }
      }
    },
  }
}

async function read(response: Response): Promise<string> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (isStream !== true) return await response.text()
  const reader = response.body?.getReader()
  const chunk = await reader?.read()
  await reader?.cancel()
  return Buffer.from(chunk?.value ?? []).toString()
}

/** Paths of existing routes; the answer about an unknown path repeats it to its sender. */
const listPathsWith = (key: string) => [
  `/v1/score/${key}`,
  `/v1/score/0x${key}`,
  `/v1/actions?limit=${key}`,
  `/v1/governance/proposals/${key}`,
]

function listBodiesWith(
  key: string,
  { address, example }: { address: Address; example: object },
): string[] {
  const sign = (signer: string, sequence: number | string, signature: string) => {
    const signatures = [{ keyId: 0, signature }]
    return { ...example, wallet: { address: signer, sequence, validUntil: 60, signatures } }
  }
  const filled = Object.fromEntries(Object.keys(example).map((name) => [name, key]))
  const objects = [{ [key]: key }, sign(key, key, key), sign(address, 1, `${key}${key}`), filled]
  return [`{"${key}`, key, ...objects.map((each) => JSON.stringify(each))]
}
