import { parseNodeAddress } from '@app/flow/http/node-address.ts'
import { createNodeClient, type NodeClientOptions } from '@app/flow/http/node-client.ts'
import type { Account } from '@app/flow/read/chain.ts'
import { type FlowReader, flowReaderOf } from '@app/flow/read/create-flow-reader.ts'
import { accountIndexOf } from '@app/values/account-index.ts'
import type { Address } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import type { Network } from '@app/values/network.ts'
import type { Settings } from '../command/take-settings.ts'
import { chooseSigners } from './choose-signers.ts'
import { placesOf } from './list-sources.ts'
import type { Site } from './site.ts'

export interface Place {
  network: Network
  accessNodeUrl: string
  settings: Pick<Settings, 'contracts'>
}

/** Reaches the node and the account, and makes sure that both are the right ones. Throws `FatalError` if not. */
export async function openSite({
  network,
  accessNodeUrl,
  settings: { contracts },
}: Place): Promise<Site> {
  const node = createNodeClient({ accessNodeUrl, ...RATES[network] })
  const reader = flowReaderOf(node)
  await expectChain(reader, network, parseNodeAddress(accessNodeUrl).origin)
  const account = await accountOf(reader, contracts.address, network)
  const signers = chooseSigners(account, contracts)
  return { network, node, reader, account, signers, places: placesOf(network, account.address) }
}

/** The account, which has to exist. A node refuses to look for an address that is none of its network. */
export async function accountOf(
  reader: Pick<FlowReader, 'account'>,
  address: Address,
  network: Network,
): Promise<Account> {
  const isOfNetwork = accountIndexOf(address, network) !== null
  const account = isOfNetwork ? await reader.account(address) : null
  if (account !== null) return account
  throw new FatalError(
    `There is no account ${address} on ${network}: correct the address, or open it first.`,
  )
}

/** Public nodes limit each address to the client's defaults; nobody shares an emulator. */
const RATES: Readonly<Record<Network, Partial<NodeClientOptions>>> = {
  local: { scriptCallsPerSecond: 1_000, otherCallsPerSecond: 1_000 },
  testnet: {},
}

const CHAIN_IDS: Readonly<Record<Network, string>> = {
  local: 'flow-emulator',
  testnet: 'flow-testnet',
}

async function expectChain(reader: FlowReader, network: Network, origin: string): Promise<void> {
  const chainId = await reader.chainId()
  if (chainId === CHAIN_IDS[network]) return
  if (chainId === 'flow-mainnet') {
    throw new FatalError(
      `The node at ${origin} serves Flow's mainnet: Dharma Guard is deployed to test networks only.`,
    )
  }
  throw new FatalError(
    `The node at ${origin} serves ${chainId}, not ${CHAIN_IDS[network]}: give another --access-node or --network.`,
  )
}
