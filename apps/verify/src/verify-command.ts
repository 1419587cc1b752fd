import { CASE_FORMAT } from '@app/api/schemas/case.ts'
import { EVIDENCE_FORMAT } from '@app/api/schemas/score.ts'
import { VOTE_ARCHIVE_FORMAT } from '@app/api/schemas/vote-archive.ts'
import { openScanContext } from '@app/server/rescan/rescan-facts.ts'
import { type Address, parsePastedAddress } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'
import { openCase } from './case/verify-case.ts'
import { type Command, parseCommandLine, parseUrlOption, UsageError } from './command-line.ts'
import { InvalidFileError, readJsonFile } from './create-file-format.ts'
import { fetchEvidence } from './evidence/evidence.ts'
import { createPastScoreSource } from './evidence/past-scores.ts'
import { openEvidence } from './evidence/verify-evidence.ts'
import { connectToNode, readWorldUrls, resolveApiUrl, resolveNodeUrl } from './node.ts'
import { printError, verifyAndPrint } from './output.ts'
import { createProgress, formatBlockProgress, type Progress } from './progress.ts'
import { createStopSignal, startTemporaryDatabase } from './temporary-database.ts'
import { createScan, OFFLINE, type Scan, type Sources, type VerifiedFile } from './verified-file.ts'
import { openVotes } from './votes/verify-votes.ts'

export const verifyCommand: Command = {
  failureCode: 4,
  usage: `Usage: npm run verify -- 0x… [--full] [--api URL] [--node URL]
       npm run verify -- FILE [--full] [--node URL]
       npm run verify -- FILE --offline
       npm run verify -- replay --help

Checks the score of an address, or a file: the evidence of a score, a vote archive or a case. Computes and
counts everything in it again, asks a node for what it cites, and prints the first wrong claim.

  --full       also index all blocks that it covers, and build it again from them
  --offline    check the file alone
  --api URL    the API (default: that of the running local world, else http://localhost:3001)
  --node URL   the Flow access node (default: that of the local world, or the network's public one)
  --file FILE  the same as FILE, with --offline unless --node is given

Exit code 0: everything was checked and agrees, except for the fields that are listed as unchecked. 1:
something is wrong, or the file is none of these. 2: the command line is invalid. 3: nothing is wrong, but
without a node, or with claims that it could not decide. 4: node or server could not be read.
`,
  run: async (args) => {
    const options = parseVerifyOptions(args)
    await using resources = new AsyncDisposableStack()
    using progress = createProgress(printError)
    const world = await readWorldUrls()
    const api = resolveApiUrl(options, world)
    progress.update(`Fetching the evidence from ${api}`)
    const opened = await openTarget(options.target, api)
    if (options.isOffline) return await verifyAndPrint(opened, OFFLINE, progress)
    const { network } = opened
    const nodeUrl = resolveNodeUrl(options, network, world)
    const sources: Sources = {
      flow: connectToNode(network, nodeUrl),
      pastScores: 'file' in options.target ? null : createPastScoreSource(api),
      scan: options.isFull ? openScan({ nodeUrl, network, progress, resources }) : null,
    }
    return await verifyAndPrint(opened, sources, progress)
  },
}

/** What to verify. */
type Target = { address: Address } | { file: string }

interface VerifyOptions {
  target: Target
  api: string | null
  node: string | null
  isFull: boolean
  isOffline: boolean
}

/** Parses the options of the command. Throws `UsageError` with a sentence when they are invalid. */
export function parseVerifyOptions(args: string[]): VerifyOptions {
  const { values, positionals } = parseCommandLine({
    args,
    allowPositionals: true,
    options: {
      full: { type: 'boolean', default: false },
      offline: { type: 'boolean', default: false },
      api: { type: 'string' },
      node: { type: 'string' },
      file: { type: 'string' },
    },
  })
  const { full: isFull, offline, file } = values
  const node = parseUrlOption('--node', values.node)
  const target = parseTarget(positionals, file)
  const isOffline = offline || (file !== undefined && node === null)
  if (offline && node !== null) {
    throw new UsageError('--offline asks no node: leave out --node, or --offline.')
  }
  if (isFull && isOffline) {
    throw new UsageError('--full needs a Flow access node: set it with --node URL.')
  }
  if (offline && 'address' in target) {
    throw new UsageError('--offline checks a file, not an address.')
  }
  return { target, api: parseUrlOption('--api', values.api), node, isFull, isOffline }
}

/** Earlier versions named the kind of the file, which it says itself. */
const KINDS = ['evidence', 'votes', 'case']

function parseTarget(positionals: string[], file: string | undefined): Target {
  const isKind = positionals.length > 0 && KINDS.includes(positionals[0] ?? '')
  const [text, ...rest] = isKind ? positionals.slice(1) : positionals
  if (file !== undefined && text === undefined) return { file }
  if (file !== undefined || text === undefined || rest.length > 0) {
    throw new UsageError('Give one address, or one file.')
  }
  const address = parsePastedAddress(text)
  if (address !== null) return { address }
  if (/[./]/.test(text)) return { file: text }
  throw new UsageError(
    `'${text}' is not a Flow address: 0x followed by 16 hex characters; nor the path of a file.`,
  )
}

/** Opens a file of each format. */
const FORMATS = [
  [EVIDENCE_FORMAT, openEvidence],
  [VOTE_ARCHIVE_FORMAT, openVotes],
  [CASE_FORMAT, openCase],
] as const

async function openTarget(target: Target, api: string): Promise<VerifiedFile> {
  if ('address' in target) {
    return openEvidence(`The response of ${api}`, await fetchEvidence(api, target.address))
  }
  const { file: path } = target
  const value = await readJsonFile(path)
  const isObject = typeof value === 'object' && value !== null
  const name = isObject && 'format' in value ? withoutVersion(String(value.format)) : ''
  const open = FORMATS.find(([format]) => withoutVersion(format) === name)?.[1]
  if (open !== undefined) return open(path, value)
  throw new InvalidFileError(
    `${path} is no evidence file, vote archive or case file: none of their formats is named in it.`,
  )
}

/** Such as dharma-guard-case. */
const withoutVersion = (format: string): string => format.replace(/\/.*/, '')

interface ScanOptions {
  network: Network
  nodeUrl: string
  progress: Progress
  resources: AsyncDisposableStack
}

/** Creates the scan into a temporary PostgreSQL, which `resources` removes. */
function openScan({ network, nodeUrl, progress, resources }: ScanOptions): Scan {
  const signal = createStopSignal()
  return createScan(async (range) => {
    const databaseUrl = await startTemporaryDatabase(resources, progress.update)
    const source = { databaseUrl, network, accessNodeUrl: nodeUrl, signal }
    const context = await openScanContext(source, resources)
    const startMs = performance.now()
    const onBlock = (height: number) => {
      const elapsedMs = performance.now() - startMs
      progress.update(formatBlockProgress('Scanned', { ...range, height }, elapsedMs))
    }
    return { context, onBlock, signal }
  })
}
