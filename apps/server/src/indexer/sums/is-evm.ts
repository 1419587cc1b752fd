import { ZERO_EVM_ADDRESS } from '@app/values/evm-address.ts'

/**
 * Builds the SQL condition that a party is an address in the EVM. These cost nothing: they count for amounts and
 * contact, but not as partners, and only lists make them services.
 */
export const isEvm = (party: string): string => `length(${party}) = ${ZERO_EVM_ADDRESS.length}`
