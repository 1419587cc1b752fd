import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { promisify } from 'node:util'
import { CONTRACT_ADDRESSES } from '@app/contracts/addresses.generated.ts'
import { FatalError, RetryableError } from '@app/values/errors.ts'
import { NETWORKS, type Network } from '@app/values/network.ts'
import { deploy, type Operator } from '../deploy.ts'
import { recordContractAddresses } from '../record-contract-addresses.ts'
import { loadSettings } from './load-settings.ts'
import { parseDeployOptions, USAGE } from './parse-options.ts'

type Environment = Record<string, string | undefined>

/** Root of the checkout. */
const ROOT = join(import.meta.dirname, '../../../..')

/** Deploys with the options of the command line and the environment. Returns the exit code. */
export async function runCli(args: string[], env: Environment): Promise<number> {
  try {
    await runDeployCommand(args, env)
    return 0
  } catch (error) {
    if (error instanceof FatalError) process.stderr.write(`${error.message}\n`)
    else if (error instanceof RetryableError)
      process.stderr.write(`${error.message} ${RETRY_HINT}\n`)
    else throw error
    return 1
  }
}

const RETRY_HINT = 'Then run deploy again: it continues where it stopped.'

async function runDeployCommand(args: string[], env: Environment): Promise<void> {
  const options = parseDeployOptions(args)
  if (options === null) return print(USAGE)
  const { network, isDryRun, isConfirmed } = options
  const stateDir = env.DHARMA_STATE || join(ROOT, '.dharma')
  const settings = loadSettings(env, {
    network,
    stateDir,
    recordedAddress: CONTRACT_ADDRESSES[network].DharmaScore,
  })
  const accessNodeUrl = options.accessNodeUrl ?? (await findAccessNode(env, network, stateDir))
  assertHttpUrl(accessNodeUrl)
  const operator: Operator = { print, confirm: isConfirmed ? async () => true : askConfirmation }
  const target = await deploy({ network, accessNodeUrl, settings, isDryRun }, operator)
  if (target !== null && NETWORKS[target.network].isPublic)
    await recordTestnetAddresses(target.contractAddresses)
}

/** Throws without the URL in the message: it may contain a secret. */
function assertHttpUrl(url: string): void {
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return
  throw new FatalError(
    'The access node must be a REST URL, such as https://rest-testnet.onflow.org or http://127.0.0.1:8888.',
  )
}

async function recordTestnetAddresses(
  contractAddresses: Parameters<typeof recordContractAddresses>[1],
): Promise<void> {
  const isChanged = await recordContractAddresses(
    join(ROOT, 'packages/contracts/flow.json'),
    contractAddresses,
  )
  await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/generate.ts')])
  if (isChanged)
    print('Recorded the addresses in packages/contracts/flow.json and the generated files.')
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Returns the URL of the access node: FLOW_ACCESS_NODE, else that of the running local world, else the network's default. */
async function findAccessNode(
  env: Record<string, string | undefined>,
  network: Network,
  stateDir: string,
): Promise<string> {
  if (env.FLOW_ACCESS_NODE) return env.FLOW_ACCESS_NODE
  const { isPublic, accessNodeUrl } = NETWORKS[network]
  if (isPublic) return accessNodeUrl
  return (await findLocalEmulatorUrl(stateDir)) ?? accessNodeUrl
}

/** Returns null when no local world is running. */
async function findLocalEmulatorUrl(stateDir: string): Promise<string | null> {
  try {
    const { emulator } = JSON.parse(await readFile(join(stateDir, 'world.json'), 'utf8'))
    return typeof emulator === 'string' ? emulator : null
  } catch {
    return null
  }
}

/** An interactive terminal. */
export interface Terminal {
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable
}

/** Asks the user for confirmation. Ctrl-C and an end of input mean no. Throws `FatalError` without an interactive terminal. */
export async function askConfirmation(
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
