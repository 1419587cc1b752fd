import { parseArgs } from 'node:util'
import { FatalError } from '@app/values/errors.ts'
import { NETWORK_NAMES, type Network } from '@app/values/network.ts'

export interface Options {
  network: Network
  /** null: the one of the environment, else the network's own. */
  accessNodeUrl: string | null
  isDryRun: boolean
  /** Sends without asking. */
  isConfirmed: boolean
}

export const USAGE = `Usage: npm run deploy -- --network local|testnet [--dry-run | --yes] [--access-node URL]

Deploys or updates the contracts, opens the account of the DAO and hands over to it, appoints the
agent; then proves by scripts what is on the chain. It shows what would change, checks that it can be
done, and asks before anything is sent. Run again after an interruption, it goes on where it stopped.

  --network      local (a running 'npm start', or any emulator) or testnet
  --dry-run      only show what would change
  --yes          do not ask
  --access-node  REST address of the node, instead of FLOW_ACCESS_NODE and the network's own

Keys and addresses come from the environment alone:

  DHARMA_CONTRACTS_ADDRESS   account of the contracts; by default the one in flow.json
  DHARMA_CONTRACTS_KEY_FILE  file (mode 600) with its private key in hex; several, separated by commas,
                             where only some keys together may sign. Or DHARMA_CONTRACTS_KEY, the key itself
  DHARMA_DAO_PUBLIC_KEYS     three public keys (ECDSA_P256) in hex, separated by commas, for the DAO
  DHARMA_DAO_KEY_FILES       or files with its private keys; those that are missing are made, mode 600
                             (by default .dharma/keys/<network>/dao-1.key, dao-2.key, dao-3.key)
  DHARMA_DAO_ADDRESS         or an account that exists; to become the DAO it needs DHARMA_DAO_KEY_FILES
  DHARMA_AGENT_ADDRESS       account to be appointed as agent
  DHARMA_AGENT_KEY_FILE      or DHARMA_AGENT_KEY: with it, the agent also claims its powers
  DHARMA_FUND_FLOW           FLOW that the two funds for scheduled runs are filled up to each, such as 10.0
`

/** The options of a command line, null when it asks for help. Throws `FatalError` with a sentence. */
export function parseOptions(args: string[]): Options | null {
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
  if (given === 'mainnet')
    return 'Dharma Guard is deployed to test networks only, never to mainnet.'
  const known = NETWORK_NAMES.join(' or ')
  if (given === undefined) return `Say where to deploy: --network ${known}.`
  return `There is no network '${given}': say --network ${known}.`
}
