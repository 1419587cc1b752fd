import { resolve } from 'node:path'
import type { EvidenceFile } from '@app/api/evidence-file.ts'
import { createFlowReader } from '@app/flow/read/create-flow-reader.ts'
import { FatalError, RetryableError } from '@app/values/errors.ts'
import { readConfig } from '../config.ts'
import { expectChain } from '../process/expect-chain.ts'
import { askEvidence } from './ask-evidence.ts'
import { pastScoresOf } from './ask-past-score.ts'
import type { Report } from './check.ts'
import { sentenceOf } from './difference.ts'
import { inOneLine } from './in-one-line.ts'
import { parseOptions, type Subject, USAGE, UsageError, type VerifyOptions } from './options.ts'
import { apiOf, nodeOf, readWorldPlaces } from './places.ts'
import { createProgress, type Progress } from './progress.ts'
import { readEvidenceFile } from './read-evidence-file.ts'
import { scanApart } from './scan-apart.ts'
import { type Means, openQuestions, verifyEvidence } from './verify-evidence.ts'

const WORLD_FILE = resolve('.dharma', 'world.json')

/** Verifies what the command line names; returns the exit code. */
async function main(args: string[]): Promise<number> {
  const options = parseOptions(args)
  if (options.subject === null) {
    process.stdout.write(USAGE)
    return 0
  }
  using progress = createProgress(complain)
  const world = await readWorldPlaces(WORLD_FILE)
  const api = apiOf(options, world)
  progress.now(`Asking ${api} for the evidence`)
  const file = await fileOf(options.subject, api)
  const nodeUrl = isOffline(options) ? null : nodeOf(options, file.network, world)
  const means = nodeUrl === null ? OFFLINE : meansOf(file, { nodeUrl, api, options, progress })
  return await tell(file, means, progress)
}

/** Prints what holds, what does not, and what is left open; returns the exit code. */
async function tell(file: EvidenceFile, means: Means, progress: Progress): Promise<number> {
  print(headline(file), 0)
  let undecided = 0
  const report = reportTo(progress, () => {
    undecided += 1
  })
  const difference = await verifyEvidence(file, means, report)
  if (difference !== null) {
    print(`  WRONG      ${sentenceOf(difference)}`, 1)
    return print('Not verified.', 1)
  }
  for (const question of openQuestions(file, means)) print(`  unchecked  ${question}`, 0)
  return print(verdict(means, undecided), 0)
}

function verdict({ flow }: Means, undecided: number): string {
  if (flow === null) return 'Verified as far as a file goes.'
  return undecided === 0 ? 'Verified.' : 'Verified but for what is undecided.'
}

const OFFLINE: Means = { flow: null, pastScores: null, scan: null }

function fileOf(subject: Subject, api: string): Promise<EvidenceFile> {
  return 'file' in subject ? readEvidenceFile(subject.file) : askEvidence(api, subject.address)
}

function isOffline(options: VerifyOptions): boolean {
  return isOfFile(options) && options.node === null
}

function isOfFile({ subject }: VerifyOptions): boolean {
  return subject !== null && 'file' in subject
}

interface MeansQuestion {
  nodeUrl: string
  api: string
  options: VerifyOptions
  progress: Progress
}

function meansOf({ network }: EvidenceFile, question: MeansQuestion): Means {
  const { nodeUrl, api, options } = question
  const config = readConfig({ FLOW_NETWORK: network, FLOW_ACCESS_NODE: nodeUrl })
  const flow = expectChain(createFlowReader(config.flow), network)
  const pastScores = isOfFile(options) ? null : pastScoresOf(api)
  return { flow, pastScores, scan: options.isFull ? scanOf(question) : null }
}

function scanOf({ nodeUrl, progress }: MeansQuestion): Means['scan'] {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => ending.abort(new FatalError('Interrupted.')))
  }
  return (evidence) => scanApart(evidence, { nodeUrl, progress, signal: ending.signal })
}

function headline({ address, network, score, riskLevel, version }: EvidenceFile): string {
  return `Dharma Score of ${address} on ${network}: ${score}, ${riskLevel} (version ${version})`
}

function reportTo(progress: Progress, onUndecided: () => void): Report {
  return {
    checking: (claim) => progress.now(`Checking: ${claim}`),
    proven: (claim) => print(`  proven     ${claim}`, 0),
    undecided: (because) => {
      onUndecided()
      print(`  undecided  ${because}`, 0)
    },
    noted: (note) => print(`  note       ${note}`, 0),
  }
}

function print(line: string, code: number): number {
  process.stdout.write(`${inOneLine(line)}\n`)
  return code
}

function complain(line: string): void {
  process.stderr.write(`${inOneLine(line)}\n`)
}

/** The exit code of a failure that a person can act on; anything else is a mistake of ours. */
function fail(error: unknown): number {
  if (!(error instanceof FatalError || error instanceof RetryableError)) throw error
  complain(error.message)
  if (error instanceof UsageError) process.stderr.write(`\n${USAGE}`)
  return 1
}

process.exitCode = await main(process.argv.slice(2)).catch(fail)
