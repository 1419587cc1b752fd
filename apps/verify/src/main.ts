import { resolve } from 'node:path'
import type { EvidenceFile } from '@app/api/schemas/score/evidence-file.ts'
import { createFlowReader } from '@app/flow/read/create-flow-reader.ts'
import { readConfig } from '@app/server/config.ts'
import { withChainCheck } from '@app/server/flow-access/with-chain-check.ts'
import { FatalError } from '@app/values/errors.ts'
import { formatDifference } from './checks/difference.ts'
import { parseOptions, USAGE, type VerifyOptions, type VerifyTarget } from './command/options.ts'
import { createReporter, print, printError, toExitCode } from './command/output.ts'
import { createProgress, type Progress } from './command/progress.ts'
import { readWorldUrls, resolveApiUrl, resolveNodeUrl } from './command/resolve-urls.ts'
import { createPastScoreSource } from './create-past-score-source.ts'
import { fetchEvidence } from './evidence/fetch-evidence.ts'
import { readEvidenceFile } from './evidence/read-evidence-file.ts'
import { scanInTemporaryDatabase } from './rescan/scan-in-temporary-database.ts'
import { listUncheckedClaims, type VerificationSources, verifyEvidence } from './verify-evidence.ts'

const WORLD_FILE = resolve('.dharma', 'world.json')

/** Verifies the address or file of the command line. Returns the exit code. */
async function main(args: string[]): Promise<number> {
  const options = parseOptions(args)
  if (options.target === null) {
    process.stdout.write(USAGE)
    return 0
  }
  using progress = createProgress(printError)
  const world = await readWorldUrls(WORLD_FILE)
  const api = resolveApiUrl(options, world)
  progress.update(`Fetching the evidence from ${api}`)
  const file = await readOrFetchEvidence(options.target, api)
  const nodeUrl = isOffline(options) ? null : resolveNodeUrl(options, file.network, world)
  const sources =
    nodeUrl === null ? OFFLINE : createSources(file, { nodeUrl, api, options, progress })
  return await runChecksAndPrint(file, sources, progress)
}

/** Prints the results of the checks, and the claims that were not checked. Returns the exit code. */
async function runChecksAndPrint(
  file: EvidenceFile,
  sources: VerificationSources,
  progress: Progress,
): Promise<number> {
  print(formatHeadline(file), 0)
  let undecided = 0
  const report = createReporter(progress, () => {
    undecided += 1
  })
  const difference = await verifyEvidence(file, sources, report)
  if (difference !== null) {
    print(`  WRONG      ${formatDifference(difference)}`, 1)
    return print('Not verified.', 1)
  }
  for (const claim of listUncheckedClaims(file, sources)) print(`  unchecked  ${claim}`, 0)
  return print(formatVerdict(sources, undecided), 0)
}

function formatVerdict({ flow }: VerificationSources, undecided: number): string {
  if (flow === null) return 'Verified as far as possible with a file alone.'
  return undecided === 0 ? 'Verified.' : 'Verified except for undecided claims.'
}

const OFFLINE: VerificationSources = { flow: null, pastScores: null, scan: null }

function readOrFetchEvidence(target: VerifyTarget, api: string): Promise<EvidenceFile> {
  return 'file' in target ? readEvidenceFile(target.file) : fetchEvidence(api, target.address)
}

function isOffline(options: VerifyOptions): boolean {
  return isFileTarget(options) && options.node === null
}

function isFileTarget({ target }: VerifyOptions): boolean {
  return target !== null && 'file' in target
}

interface SourceOptions {
  nodeUrl: string
  api: string
  options: VerifyOptions
  progress: Progress
}

function createSources(
  { network }: EvidenceFile,
  sourceOptions: SourceOptions,
): VerificationSources {
  const { nodeUrl, api, options } = sourceOptions
  const config = readConfig({ FLOW_NETWORK: network, FLOW_ACCESS_NODE: nodeUrl })
  const flow = withChainCheck(createFlowReader(config.flow), network)
  const pastScores = isFileTarget(options) ? null : createPastScoreSource(api)
  return { flow, pastScores, scan: options.isFull ? createScan(sourceOptions) : null }
}

function createScan({ nodeUrl, progress }: SourceOptions): VerificationSources['scan'] {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => controller.abort(new FatalError('Interrupted.')))
  }
  return (evidence) =>
    scanInTemporaryDatabase(evidence, { nodeUrl, progress, signal: controller.signal })
}

function formatHeadline({ address, network, score, riskLevel, version }: EvidenceFile): string {
  return `Dharma Score of ${address} on ${network}: ${score}, ${riskLevel} (version ${version})`
}

process.exitCode = await main(process.argv.slice(2)).catch((error) => toExitCode(error, USAGE))
