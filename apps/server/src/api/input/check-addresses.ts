import type { Route } from '@app/api/routes/route.ts'
import type { FieldAnnotation } from '@app/api/schemas/fields.ts'
import { toAccountIndex } from '@app/values/account-index.ts'
import { toAddress } from '@app/values/address.ts'
import { NETWORKS, type Network } from '@app/values/network.ts'
import type { TSchema } from 'typebox'
import { ApiFailure } from '../failures/api-failure.ts'

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
    for (const name of listAddressFields(route[part])) {
      const text = (input[part] as Record<string, unknown>)[name]
      if (typeof text === 'string') checkAddress(text, network)
    }
  }
}

function listAddressFields(schema: TSchema | undefined): string[] {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, FieldAnnotation> }
  return Object.keys(properties).filter(
    (name) => properties[name]?.['x-failure'] === 'invalid_address',
  )
}

function checkAddress(text: string, network: Network): void {
  const address = toAddress(text)
  if (toAccountIndex(address, network) !== null) return
  throw new ApiFailure('address_not_on_network', {
    message: `${address} is not an address of ${NETWORKS[network].displayName}. Check it for typing errors, and that it is not one of another network.`,
  })
}
