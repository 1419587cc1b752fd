import type { Address } from '@app/values/address.ts'

/** Lists the paths about accounts that the API answers by `HOT_QUERIES`. */
export const listHotPaths = (addresses: readonly Address[]): string[] =>
  addresses.flatMap((address) => [
    `/v1/score/${address}`,
    `/v1/score/${address}/history`,
    `/v1/score/${address}/evidence`,
    `/v1/accounts/${address}/counterparties`,
    `/v1/accounts/${address}/transfers`,
    `/v1/accounts/${address}/holdings`,
    `/v1/accounts/${address}/paths`,
  ])

export interface Answer {
  status: number
  body: unknown
}

/** Asks an API at `url`, and returns the answers by path. */
export async function readPaths(
  url: string,
  paths: readonly string[],
): Promise<Map<string, Answer>> {
  const read = new Map<string, Answer>()
  for (const path of paths) read.set(path, await ask(url + path))
  return read
}

/** Asks again while the machine is too busy for the API. */
async function ask(url: string): Promise<Answer> {
  const response = await fetch(url)
  const body = (await response.json()) as { code?: string }
  return body.code === 'overloaded' ? await ask(url) : { status: response.status, body }
}
