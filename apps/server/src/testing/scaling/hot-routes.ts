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

/** Asks an API at `url`, and returns the answers by path. */
export async function readPaths(
  url: string,
  paths: readonly string[],
): Promise<Map<string, { status: number; body: unknown }>> {
  const read = new Map<string, { status: number; body: unknown }>()
  for (const path of paths) {
    const response = await fetch(url + path)
    read.set(path, { status: response.status, body: await response.json() })
  }
  return read
}
