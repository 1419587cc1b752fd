import { CASE_FORMAT } from '@app/api/schemas/case.ts'
import { EVIDENCE_FORMAT } from '@app/api/schemas/score.ts'
import { VOTE_ARCHIVE_FORMAT } from '@app/api/schemas/vote-archive.ts'
import { openScanContext } from '@app/server/rescan/rescan-facts.ts'
import { type Address, parsePastedAddress } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'
import { CASE } from './case/verify-case.ts'
import { type Command, parseCommandLine, parseUrlOption, UsageError } from './command-line.ts'
import { connectToNode, readWorldUrls, resolveApiUrl, resolveNodeUrl } from './connect-to-node.ts'
import { InvalidFileError, readJsonFile } from './create-file-format.ts'
import { fetchEvidence } from './evidence/evidence.ts'
import { createPastScoreSource } from './evidence/past-scores.ts'
import { EVIDENCE } from './evidence/verify-evidence.ts'
import { printError, verifyAndPrint } from './output.ts'
import { createProgress, formatBlockProgress, type Progress } from './progress.ts'
import { createStopSignal, startTemporaryDatabase } from './temporary-database.ts'
import { bindFile, OFFLINE, type OpenedFile, type Sources } from './verified-format.ts'
import { VOTES } from './votes/verify-votes.ts'

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
    const scratch = { nodeUrl, network, progress, resources, signal: createStopSignal() }
    const sources: Sources = {
      flow: connectToNode(network, nodeUrl),
      pastScores: 'file' in options.target ? null : createPastScoreSource(api),
      openScratch: options.isFull ? createScratchOpener(scratch) : null,
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
  const node = parseUrlOption('--node', values.node)
  const target = parseTarget(positionals, values.file)
  const isOffline = values.offline || (values.file !== undefined && node === null)
  const problem = findContradiction({ ...values, isOffline, hasNode: node !== null }, target)
  if (problem !== null) throw new UsageError(problem)
  const api = parseUrlOption('--api', values.api)
  return { target, api, node, isFull: values.full, isOffline }
}

function findContradiction(
  {
    offline,
    full,
    isOffline,
    hasNode,
  }: Record<'offline' | 'full' | 'isOffline' | 'hasNode', boolean>,
  target: Target,
): string | null {
  if (offline && hasNode) return '--offline asks no node: leave out --node, or --offline.'
  if (full && isOffline) return '--full needs a Flow access node: set it with --node URL.'
  return offline && 'address' in target ? '--offline checks a file, not an address.' : null
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

async function openTarget(target: Target, api: string): Promise<OpenedFile> {
  if ('address' in target) return bindFile(EVIDENCE, await fetchEvidence(api, target.address))
  const { file: path } = target
  const value = await readJsonFile(path)
  switch (getFormatName(value)) {
    case toName(EVIDENCE_FORMAT):
      return bindFile(EVIDENCE, EVIDENCE.parse(path, value))
    case toName(VOTE_ARCHIVE_FORMAT):
      return bindFile(VOTES, VOTES.parse(path, value))
    case toName(CASE_FORMAT):
      return bindFile(CASE, CASE.parse(path, value))
    default:
      throw new InvalidFileError(
        `${path} is no evidence file, vote archive or case file: none of their formats is named in it.`,
      )
  }
}

/** A format without its version, such as dharma-guard-case. */
const toName = (format: string): string => format.replace(/\/.*/, '')

function getFormatName(value: unknown): string {
  const isObject = typeof value === 'object' && value !== null
  return isObject && 'format' in value ? toName(String(value.format)) : ''
}

interface ScratchOptions {
  network: Network
  nodeUrl: string
  progress: Progress
  resources: AsyncDisposableStack
  signal: AbortSignal
}

/** Creates a function that starts a temporary PostgreSQL, which `resources` removes. */
const createScratchOpener =
  ({ network, nodeUrl, progress, resources, signal }: ScratchOptions): Sources['openScratch'] =>
  async (range) => {
    const databaseUrl = await startTemporaryDatabase(resources, progress.update)
    const source = { databaseUrl, network, accessNodeUrl: nodeUrl, signal }
    const context = await openScanContext(source, resources)
    const startMs = performance.now()
    const onBlock = (height: number) => {
      const elapsedMs = performance.now() - startMs
      progress.update(formatBlockProgress('Scanned', { ...range, height }, elapsedMs))
    }
    return { context, onBlock, signal }
  }
