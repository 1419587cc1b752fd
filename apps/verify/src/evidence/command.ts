import type { EvidenceFile } from '@app/api/schemas/score.ts'
import { type Address, parsePastedAddress } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import { pluralize } from '../check.ts'
import {
  type Command,
  parseCommandLine,
  parseUrlOption,
  UsageError,
} from '../command/command-line.ts'
import {
  connectToNode,
  readWorldUrls,
  resolveApiUrl,
  resolveNodeUrl,
} from '../command/connect-to-node.ts'
import { printError, type Verification, verifyAndPrint } from '../command/output.ts'
import { createProgress, type Progress } from '../command/progress.ts'
import { createStopSignal } from '../command/temporary-database.ts'
import { fetchEvidence, listCitations, readEvidenceFile } from './evidence.ts'
import { scanInTemporaryDatabase } from './find-scan-difference.ts'
import { createPastScoreSource } from './past-scores.ts'
import {
  listUncheckedInEvidence,
  type VerificationSources,
  verifyEvidence,
} from './verify-evidence.ts'

export const evidenceCommand: Command = {
  usage: `Usage: npm run verify -- 0x… [--full] [--api URL] [--node URL]
       npm run verify -- --file evidence.json [--node URL [--full]]
       npm run verify -- votes|case|replay --help

Recomputes the score of an address from the evidence that the API exports, compares it with the published
one, and prints the first difference. \`npm run verify -- evidence 0x…\` is the same.

  --full       also scan all blocks that the score covers, and compare every input
  --api URL    the API (default: that of the running local world, else http://localhost:3001)
  --node URL   the Flow access node (default: that of the local world, or the network's public one)
  --file FILE  check an exported evidence file; without --node only the file is checked

Exit code 0: everything was checked and agrees, except for the fields that are listed as unchecked. 1:
something is wrong, or could not be read. 2: the command line is invalid. 3: nothing is wrong, but without a
node, or with claims that it could not decide.
`,
  run: async (args) => {
    const options = parseEvidenceOptions(args)
    using progress = createProgress(printError)
    const world = await readWorldUrls()
    const api = resolveApiUrl(options, world)
    progress.update(`Fetching the evidence from ${api}`)
    const file = await readOrFetchEvidence(options.target, api)
    const isOffline = 'file' in options.target && options.node === null
    const nodeUrl = isOffline ? null : resolveNodeUrl(options, file.network, world)
    const sources =
      nodeUrl === null ? OFFLINE : createSources(file, { nodeUrl, api, options, progress })
    return await verifyAndPrint(buildVerification(file, sources), progress)
  },
}

/** What to verify. */
type EvidenceTarget = { address: Address } | { file: string }

interface EvidenceOptions {
  target: EvidenceTarget
  api: string | null
  node: string | null
  isFull: boolean
}

/** Parses the options of the command. Throws `FatalError` with a sentence when they are invalid. */
export function parseEvidenceOptions(args: string[]): EvidenceOptions {
  const { values, positionals } = parseCommandLine({
    args,
    allowPositionals: true,
    options: {
      full: { type: 'boolean', default: false },
      api: { type: 'string' },
      node: { type: 'string' },
      file: { type: 'string' },
    },
  })
  const options = {
    api: parseUrlOption('--api', values.api),
    node: parseUrlOption('--node', values.node),
    isFull: values.full,
  }
  const target = parseTarget(positionals, values.file)
  if ('file' in target && options.isFull && options.node === null) {
    throw new FatalError('--full with --file needs a Flow access node: set it with --node URL.')
  }
  return { ...options, target }
}

function parseTarget([text, ...rest]: string[], file: string | undefined): EvidenceTarget {
  if (file !== undefined && text === undefined) return { file }
  if (file !== undefined || text === undefined || rest.length > 0) {
    throw new UsageError('Give one address, or one file.')
  }
  const address = parsePastedAddress(text)
  if (address !== null) return { address }
  throw new FatalError(`'${text}' is not a Flow address: 0x followed by 16 hex characters.`)
}

function readOrFetchEvidence(target: EvidenceTarget, api: string): Promise<EvidenceFile> {
  return 'file' in target ? readEvidenceFile(target.file) : fetchEvidence(api, target.address)
}

const OFFLINE: VerificationSources = { flow: null, pastScores: null, scan: null }

interface SourceOptions {
  nodeUrl: string
  api: string
  options: EvidenceOptions
  progress: Progress
}

function createSources(
  { network }: EvidenceFile,
  { nodeUrl, api, options, progress }: SourceOptions,
): VerificationSources {
  const signal = options.isFull ? createStopSignal() : null
  return {
    flow: connectToNode(network, nodeUrl),
    pastScores: 'file' in options.target ? null : createPastScoreSource(api),
    scan:
      signal && ((evidence) => scanInTemporaryDatabase(evidence, { nodeUrl, progress, signal })),
  }
}

function buildVerification(file: EvidenceFile, sources: VerificationSources): Verification {
  const { address, network, score, riskLevel, version } = file
  const hasNode = sources.flow !== null
  const countCitations = () =>
    pluralize(listCitations({ file, judgement: null }).length, 'citation')
  return {
    headline: `Dharma Score of ${address} on ${network}: ${score}, ${riskLevel} (version ${version})`,
    findDifference: (report) => verifyEvidence(file, sources, report),
    listUnchecked: () => listUncheckedInEvidence(file, { hasNode, hasScan: sources.scan !== null }),
    countWithoutNode: hasNode ? null : countCitations,
    verdicts: { complete: 'Verified.', partial: 'Verified as far as possible' },
  }
}
