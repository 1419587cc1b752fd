import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { CONTRACT_ADDRESSES, type ContractAddresses } from '@app/contracts/addresses.ts'
import { FatalError, RetryableError } from '@app/values/errors.ts'
import { isMainnet, NETWORK_NAMES, NETWORKS, type Network } from '@app/values/network.ts'
import { deploy } from './deploy.ts'
import { loadSettings } from './settings.ts'

type Environment = Record<string, string | undefined>

const ROOT = join(import.meta.dirname, '../../..')

/** Deploys with the options of the command line and the environment. Returns the exit code. */
export async function runCli(args: string[], env: Environment): Promise<number> {
  try {
    await runDeployCommand(args, env)
    return 0
  } catch (error) {
    if (!(error instanceof FatalError || error instanceof RetryableError)) throw error
    const hint = ' Then run deploy again: it continues where it stopped.'
    process.stderr.write(`${error.message}${error instanceof RetryableError ? hint : ''}\n`)
    return 1
  }
}

async function runDeployCommand(args: string[], env: Environment): Promise<void> {
  const options = parseDeployOptions(args)
  if (options === null) return print(USAGE)
  const { network } = options
  const stateDir = env.DHARMA_STATE || join(ROOT, '.dharma')
  const recordedAddress = CONTRACT_ADDRESSES[network].DharmaScore
  const settings = loadSettings(env, { network, stateDir, recordedAddress })
  const accessNodeUrl = options['access-node'] ?? (await findAccessNode(env, network, stateDir))
  assertHttpUrl(accessNodeUrl)
  const deployment = { network, accessNodeUrl, settings, isDryRun: options['dry-run'] }
  const confirm = options.yes ? async () => true : askOnTerminal
  const target = await deploy(deployment, { print, confirm })
  if (target === null || !NETWORKS[network].isPublic) return
  const flowJson = join(ROOT, 'packages/contracts/flow.json')
  if (await recordContractAddresses(flowJson, target.contractAddresses))
    print('Recorded the addresses in packages/contracts/flow.json.')
}

const print = (line: string) => void process.stdout.write(`${line}\n`)

/** Throws without the URL in the message: it may contain a secret. */
function assertHttpUrl(url: string): void {
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return
  throw new FatalError(
    'The access node must be a REST URL, such as https://rest-testnet.onflow.org or http://127.0.0.1:8888.',
  )
}

/** FLOW_ACCESS_NODE, else that of the running local world, else the network's default. */
async function findAccessNode(
  env: Environment,
  network: Network,
  stateDir: string,
): Promise<string> {
  if (env.FLOW_ACCESS_NODE) return env.FLOW_ACCESS_NODE
  const { isPublic, accessNodeUrl } = NETWORKS[network]
  if (isPublic) return accessNodeUrl
  const world = await readFile(join(stateDir, 'world.json'), 'utf8').catch(() => '{}')
  return JSON.parse(world).emulator ?? accessNodeUrl
}

interface Terminal {
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable
}

/** Asks the user for confirmation. Ctrl-C and an end of input mean no. Throws `FatalError` without an interactive terminal. */
export async function askOnTerminal(
  question: string,
  { stdin, stdout }: Terminal = process,
): Promise<boolean> {
  if (!stdin.isTTY) {
    throw new FatalError('Nothing was sent: add --yes to continue without confirmation.')
  }
  using terminal = createInterface({ input: stdin, output: stdout, terminal: true })
  try {
    const answer = await terminal.question(`${question} [y/N] `)
    return /^y(es)?$/i.test(answer.trim())
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error
    stdout.write('\n')
    return false
  }
}

const USAGE = `Usage: npm run deploy -- --network ${NETWORK_NAMES.join('|')} [--dry-run | --yes] [--access-node URL]

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
export function parseDeployOptions(args: string[]) {
  const { help, network: given, ...options } = parseArguments(args)
  if (help) return null
  const network = NETWORK_NAMES.find((known) => known === given)
  if (network !== undefined) return { network, ...options }
  const known = NETWORK_NAMES.join(' or ')
  if (given === undefined) throw new FatalError(`Choose a network: --network ${known}.`)
  if (isMainnet(given))
    throw new FatalError('Dharma Guard is deployed to test networks only, never to mainnet.')
  throw new FatalError(`Unknown network '${given}': choose --network ${known}.`)
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

/**
 * Writes the testnet addresses of the contracts to flow.json, atomically. Returns whether that changed anything.
 */
export async function recordContractAddresses(
  flowJsonPath: string,
  contractAddresses: ContractAddresses,
): Promise<boolean> {
  const flowJson = JSON.parse(await readFile(flowJsonPath, 'utf8'))
  const before = JSON.stringify(flowJson)
  for (const [name, address] of Object.entries(contractAddresses)) {
    const contract = flowJson.contracts[name]
    if (contract !== undefined) contract.aliases.testnet = address.replace(/^0x/, '')
  }
  if (JSON.stringify(flowJson) === before) return false
  const draft = `${flowJsonPath}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(flowJson, null, 2)}\n`)
  await rename(draft, flowJsonPath)
  return true
}
