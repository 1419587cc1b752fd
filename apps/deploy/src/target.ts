import type { ContractAddresses } from '@app/contracts/addresses.ts'
import {
  DEPLOYMENT_ORDER,
  LOCAL_ONLY_CONTRACTS,
  readContractSource,
} from '@app/contracts/contract-sources.ts'
import { type CadenceCall, listImports, resolveImports } from '@app/contracts/resolve-imports.ts'
import { createNodeClient, parseNodeAddress } from '@app/flow/http/node-client.ts'
import type { Account } from '@app/flow/read/chain.ts'
import { createFlowReaderFromClient, type FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { toAccountIndex } from '@app/values/account-index.ts'
import type { Address } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import { isMainnet, NETWORKS, type Network } from '@app/values/network.ts'
import { sha3_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { chooseSigners } from './choose-signers.ts'
import type { SigningAccount } from './settings.ts'

export type DeploymentTarget = Awaited<ReturnType<typeof connectToTarget>>

interface ConnectOptions {
  network: Network
  accessNodeUrl: string
  settings: { contracts: SigningAccount }
}

/** Connects to the node and reads the account. Throws `FatalError` when the network, the account or a key is wrong. */
export async function connectToTarget({
  network,
  accessNodeUrl,
  settings: { contracts },
}: ConnectOptions) {
  const { script, other } = NETWORKS[network].callsPerSecond
  const limits = { scriptCallsPerSecond: script, otherCallsPerSecond: other }
  const node = createNodeClient({ accessNodeUrl, ...limits })
  const reader = createFlowReaderFromClient(node)
  await assertChainId(reader, network, parseNodeAddress(accessNodeUrl).origin)
  const account = await requireAccount(reader, contracts.address, network)
  /** Keys of that account that can sign for it together; the first one proposes every transaction. */
  const signers = chooseSigners(account, contracts)
  /** Contracts that are, or will be, in that account. They override flow.json. */
  const contractAddresses = buildContractAddresses(network, account.address)
  return { network, node, reader, account, signers, contractAddresses }
}

async function assertChainId(reader: FlowReader, network: Network, origin: string): Promise<void> {
  const chainId = await reader.getChainId()
  if (chainId === NETWORKS[network].chainId) return
  throw new FatalError(
    isMainnet(chainId)
      ? `The node at ${origin} serves Flow's mainnet: Dharma Guard is deployed to test networks only.`
      : `The node at ${origin} serves ${chainId}, not ${NETWORKS[network].chainId}: use another --access-node or --network.`,
  )
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

/** Returns the addresses of the contracts of a target: all in one account, on a local network with those that it lacks. */
export function buildContractAddresses(network: Network, contracts: Address): ContractAddresses {
  const lacking = NETWORKS[network].isPublic ? [] : LOCAL_ONLY_CONTRACTS
  return Object.fromEntries([...lacking, ...DEPLOYMENT_ORDER].map((name) => [name, contracts]))
}

export type CadenceByName = Readonly<Record<string, string>>

export type ContractSource = ReturnType<typeof listSources>[number]

/**
 * Returns the contracts of a target in the order of deployment, from their files where they are not changed: their
 * Cadence with imports from addresses, its SHA3-256 in hex, and the names of the contracts that they import.
 */
export function listSources(
  { network, contractAddresses }: Pick<DeploymentTarget, 'network' | 'contractAddresses'>,
  changed: CadenceByName = {},
) {
  return Object.keys(contractAddresses).map((name) => {
    const text = changed[name] ?? readContractSource(name)
    const code = resolveImports(text, network, contractAddresses)
    return { name, code, hash: bytesToHex(sha3_256(Buffer.from(code))), imports: listImports(text) }
  })
}

/** Runs a script on this target and returns its result. Throws `NodeRefusedError` with Cadence's error when it fails. */
export function runScript(
  { network, reader, contractAddresses }: DeploymentTarget,
  { cadence, args }: Pick<CadenceCall, 'cadence' | 'args'>,
): Promise<unknown> {
  return reader.executeScript(resolveImports(cadence, network, contractAddresses), args)
}
