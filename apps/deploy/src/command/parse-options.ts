import { parseArgs } from 'node:util'
import { FatalError } from '@app/values/errors.ts'
import { isMainnet, NETWORK_NAMES, type Network } from '@app/values/network.ts'

export interface DeployOptions {
  network: Network
  /** null: FLOW_ACCESS_NODE, else the network's default. */
  accessNodeUrl: string | null
  isDryRun: boolean
  /** Sends without asking. */
  isConfirmed: boolean
}

export const USAGE = `Usage: npm run deploy -- --network ${NETWORK_NAMES.join('|')} [--dry-run | --yes] [--access-node URL]

Deploys or updates the contracts, creates the account of the DAO and hands over to it, appoints the
agent; then verifies the state of the chain with scripts. It shows what would change, checks that it is
possible, and asks before anything is sent. After an interruption, run it again to continue.

  --network      local (a running 'npm start', or any emulator) or ${NETWORK_NAMES.filter((name) => name !== 'local').join(' or ')}
  --dry-run      only show what would change
  --yes          do not ask
  --access-node  REST URL of the node, instead of FLOW_ACCESS_NODE or the network's default

Keys and addresses come only from the environment:

  DHARMA_CONTRACTS_ADDRESS   account of the contracts; by default the one in flow.json
  DHARMA_CONTRACTS_KEY_FILE  file (mode 600) with its private key in hex; several, separated by commas,
                             if no single key can sign alone. Or DHARMA_CONTRACTS_KEY, the key itself
  DHARMA_DAO_PUBLIC_KEYS     three public keys (ECDSA_P256) in hex, separated by commas, for the DAO
  DHARMA_DAO_KEY_FILES       or files with its private keys; missing files are created, mode 600
                             (by default .dharma/keys/<network>/dao-1.key, dao-2.key, dao-3.key)
  DHARMA_DAO_ADDRESS         or an existing account; to become the DAO it needs DHARMA_DAO_KEY_FILES
  DHARMA_AGENT_ADDRESS       account to appoint as agent
  DHARMA_AGENT_KEY_FILE      or DHARMA_AGENT_KEY: with it, the agent also claims its powers
  DHARMA_SECOND_PUBLISHER_ADDRESS, DHARMA_SECOND_PUBLISHER_KEY_FILE
                             the same for an account that only publishes
  DHARMA_FUND_FLOW           FLOW amount to fill the fund for rechecks up to, such as 10.0
`

/** Parses the options of a command line. Returns null for --help. Throws `FatalError` with a sentence. */
export function parseDeployOptions(args: string[]): DeployOptions | null {
  const values = parseArguments(args)
  if (values.help) return null
  const network = NETWORK_NAMES.find((known) => known === values.network)
  if (network === undefined) throw new FatalError(formatNetworkError(values.network))
  return {
    network,
    accessNodeUrl: values['access-node'] ?? null,
    isDryRun: values['dry-run'],
    isConfirmed: values.yes,
  }
}

function parseArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        network: { type: 'string' },
        'access-node': { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    throw new FatalError(
      `${error instanceof Error ? error.message : error}. npm run deploy -- --help lists the options.`,
    )
  }
}

function formatNetworkError(given: string | undefined): string {
  if (given !== undefined && isMainnet(given))
    return 'Dharma Guard is deployed to test networks only, never to mainnet.'
  const known = NETWORK_NAMES.join(' or ')
  if (given === undefined) return `Choose a network: --network ${known}.`
  return `Unknown network '${given}': choose --network ${known}.`
}
