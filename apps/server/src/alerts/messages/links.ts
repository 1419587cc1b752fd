import type { Address } from '@app/values/address.ts'
import type { Config } from '../../config.ts'

/** Builds the links of messages. */
export interface LinkBuilder {
  /** The page of a wallet, with its case. */
  wallet(address: Address): string
  /** The page of a transaction on the explorer. */
  transaction(txId: string): string
}

interface LinkSettings {
  api: Pick<Config['api'], 'webOrigins'>
  links: Config['links']
}

export function createLinkBuilder({ api, links }: LinkSettings): LinkBuilder {
  const [web = ''] = api.webOrigins
  return {
    wallet: (address) => `${web}/wallet/${address}`,
    transaction: (txId) => links.explorerTxUrl.replace('{id}', txId),
  }
}
