import type { Route } from '@app/api/routes/route.ts'
import { toAccountIndex } from '@app/values/account-index.ts'
import { isEvmAddress, toParty } from '@app/values/evm-address.ts'
import { NETWORKS, type Network } from '@app/values/network.ts'
import { ApiFailure } from '../api-failure.ts'
import type { FieldSchema } from './to-input-failure.ts'

interface Input {
  params: unknown
  query: unknown
  body: unknown
}

/**
 * Throws `ApiFailure` for the first address in the input that is not valid on `network`. Uses the
 * address code only; no node is called.
 */
export function checkAddresses(route: Route, input: Input, network: Network): void {
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = route[part]
    if (schema === undefined) continue
    for (const text of listAddresses(schema, input[part])) checkAddress(text, network)
  }
}

function listAddresses(schema: FieldSchema, value: unknown): string[] {
  if (schema['x-failure'] === 'invalid_address') return typeof value === 'string' ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((one) => listAddresses(schema.items ?? {}, one))
  const fields = new Map(Object.entries(value))
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    listAddresses(field, fields.get(name)),
  )
  return [...inside, ...(schema.anyOf ?? []).flatMap((one) => listAddresses(one, value))]
}

/** Throws `ApiFailure` for an address that is not valid on `network`. */
export function checkAddress(text: string, network: Network): void {
  const address = toParty(text)
  if (isEvmAddress(address) || toAccountIndex(address, network) !== null) return
  throw new ApiFailure('address_not_on_network', {
    message: `${address} is not an address of ${NETWORKS[network].displayName}. Check it for typing errors, and that it is not one of another network.`,
  })
}
