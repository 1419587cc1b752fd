import { SHOWN_NETWORKS, type ShownNetwork } from '@app/values/shown-networks.ts'
import { useConfig } from './config/config-context.ts'

/** What the explorer of the EVM has a page of. */
type EvmPage = 'address' | 'tx'

/** Returns the URL of the page of an address or a transaction; `null` where the network has no explorer of its EVM. */
export const buildEvmUrl = (
  { evmExplorerUrl }: Pick<ShownNetwork, 'evmExplorerUrl'>,
  page: EvmPage,
  id: string,
): string | null => (evmExplorerUrl === null ? null : `${evmExplorerUrl}/${page}/${id}`)

/** Returns a function that builds such URLs on the current network. */
export function useEvmUrlBuilder(): (page: EvmPage, id: string) => string | null {
  const { network } = useConfig()
  return (page, id) => buildEvmUrl(SHOWN_NETWORKS[network], page, id)
}
