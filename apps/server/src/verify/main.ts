import { resolve } from 'node:path'
import { ApiError } from '@app/api/api-error.ts'
import { createClient } from '@app/api/client.ts'
import type { EvidenceFile } from '@app/api/evidence-file.ts'
import { exportEvidence } from '@app/api/routes/evidence.ts'
import { createFlowReader } from '@app/flow/read/create-flow-reader.ts'
import { FatalError, RetryableError } from '@app/values/errors.ts'
import { readConfig } from '../config.ts'
import { expectChain } from '../process/expect-chain.ts'
import type { Report } from './check.ts'
import { sentenceOf } from './difference.ts'
import { parseOptions, type Subject, USAGE, type VerifyOptions } from './options.ts'
import { apiOf, nodeOf, readWorldPlaces } from './places.ts'
import { createProgress, type Progress } from './progress.ts'
import { readEvidenceFile, requireEvidence } from './read-evidence-file.ts'
import { scanApart } from './scan-apart.ts'
import { type Means, openQuestions, verifyEvidence } from './verify-evidence.ts'

const WORLD_FILE = resolve('.dharma', 'world.json')

/** Verifies what the command line names; returns the exit code. */
async function main(args: string[]): Promise<number> {
  const options = parseOptions(args)
  if (options.subject === null) return print(USAGE.trimEnd(), 0)
  using progress = createProgress((line) => process.stderr.write(`${line}\n`))
  const world = await readWorldPlaces(WORLD_FILE)
  const api = apiOf(options, world)
  progress.now(`Asking ${api} for the evidence`)
  const file = await fileOf(options.subject, api)
  const nodeUrl = isOffline(options) ? null : nodeOf(options, file.network, world)
  print(headline(file), 0)
  const means = nodeUrl === null ? OFFLINE : meansOf(file, { nodeUrl, options, progress })
  const difference = await verifyEvidence(file, means, reportTo(progress))
  if (difference !== null) return print(`  WRONG      ${sentenceOf(difference)}\nNot verified.`, 1)
  for (const question of openQuestions(file, means)) print(`  unchecked  ${question}`, 0)
  return print('Verified.', 0)
}

const OFFLINE: Means = { flow: null, scan: null }

function isOffline({ subject, node }: VerifyOptions): boolean {
  return subject !== null && 'file' in subject && node === null
}

async function fileOf(subject: Subject, api: string): Promise<EvidenceFile> {
  if ('file' in subject) return await readEvidenceFile(subject.file)
  const { address } = subject
  try {
    const answer = await createClient({ baseUrl: api }).call(exportEvidence, {
      params: { address },
    })
    return requireEvidence(`The answer of ${api}`, answer)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const hint = error.status === 0 ? ' Run npm start, or name the API with --api URL.' : ''
    throw new FatalError(`${api} gave no evidence: ${error.message}${hint}`, { cause: error })
  }
}

interface MeansQuestion {
  nodeUrl: string
  options: VerifyOptions
  progress: Progress
}

function meansOf({ network }: EvidenceFile, { nodeUrl, options, progress }: MeansQuestion): Means {
  const config = readConfig({ FLOW_NETWORK: network, FLOW_ACCESS_NODE: nodeUrl })
  const flow = expectChain(createFlowReader(config.flow), network)
  if (!options.isFull) return { flow, scan: null }
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => ending.abort(new FatalError('Interrupted.')))
  }
  const place = { nodeUrl, progress, signal: ending.signal }
  return { flow, scan: (evidence) => scanApart(evidence, place) }
}

function headline({ address, network, score, riskLevel, version }: EvidenceFile): string {
  return `Dharma Score of ${address} on ${network}: ${score}, ${riskLevel} (version ${version})`
}

function reportTo(progress: Progress): Report {
  return {
    checking: (claim) => progress.now(`Checking: ${claim}`),
    proven: (claim) => print(`  proven     ${claim}`, 0),
    undecided: (because) => print(`  undecided  ${because}`, 0),
  }
}

function print(line: string, code: number): number {
  process.stdout.write(`${line}\n`)
  return code
}

/** The exit code of a failure that a person can act on; anything else is a mistake of ours. */
function fail(error: unknown): number {
  if (!(error instanceof FatalError || error instanceof RetryableError)) throw error
  process.stderr.write(`${error.message}\n`)
  return 1
}

process.exitCode = await main(process.argv.slice(2)).catch(fail)
