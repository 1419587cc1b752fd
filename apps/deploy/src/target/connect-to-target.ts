import { createNodeClient, parseNodeAddress } from '@app/flow/http/node-client.ts'
import type { Account } from '@app/flow/read/chain.ts'
import { createFlowReaderFromClient, type FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { toAccountIndex } from '@app/values/account-index.ts'
import type { Address } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import { isMainnet, NETWORKS, type Network } from '@app/values/network.ts'
import type { Settings } from '../command/load-settings.ts'
import { chooseSigners } from './choose-signers.ts'
import type { DeploymentTarget } from './deployment-target.ts'
import { buildContractAddresses } from './list-sources.ts'

export interface ConnectOptions {
  network: Network
  accessNodeUrl: string
  settings: Pick<Settings, 'contracts'>
}

/** Connects to the node and reads the account. Throws `FatalError` when the network, the account or a key is wrong. */
export async function connectToTarget({
  network,
  accessNodeUrl,
  settings: { contracts },
}: ConnectOptions): Promise<DeploymentTarget> {
  const { script, other } = NETWORKS[network].callsPerSecond
  const node = createNodeClient({
    accessNodeUrl,
    scriptCallsPerSecond: script,
    otherCallsPerSecond: other,
  })
  const reader = createFlowReaderFromClient(node)
  await assertChainId(reader, network, parseNodeAddress(accessNodeUrl).origin)
  const account = await requireAccount(reader, contracts.address, network)
  const signers = chooseSigners(account, contracts)
  return {
    network,
    node,
    reader,
    account,
    signers,
    contractAddresses: buildContractAddresses(network, account.address),
  }
}

/** Returns the account. Throws `FatalError` when it does not exist. A node rejects an address of another network. */
export async function requireAccount(
  reader: Pick<FlowReader, 'getAccount'>,
  address: Address,
  network: Network,
): Promise<Account> {
  const isOfNetwork = toAccountIndex(address, network) !== null
  const account = isOfNetwork ? await reader.getAccount(address) : null
  if (account !== null) return account
  throw new FatalError(
    `There is no account ${address} on ${network}: correct the address, or create the account first.`,
  )
}

async function assertChainId(reader: FlowReader, network: Network, origin: string): Promise<void> {
  const chainId = await reader.getChainId()
  if (chainId === NETWORKS[network].chainId) return
  if (isMainnet(chainId)) {
    throw new FatalError(
      `The node at ${origin} serves Flow's mainnet: Dharma Guard is deployed to test networks only.`,
    )
  }
  throw new FatalError(
    `The node at ${origin} serves ${chainId}, not ${NETWORKS[network].chainId}: use another --access-node or --network.`,
  )
}
