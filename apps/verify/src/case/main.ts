import type { CaseFile } from '@app/api/schemas/case/case-file.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { formatDifference } from '../checks/difference.ts'
import { formatCount } from '../checks/format-count.ts'
import { createNodeReader } from '../command/create-node-reader.ts'
import { parseFileOptions } from '../command/file-options.ts'
import { createReporter, print, printError, toFileExitCode } from '../command/output.ts'
import { createProgress, type Progress } from '../command/progress.ts'
import { CASE_USAGE } from './case-options.ts'
import { readCaseFile } from './read-case-file.ts'
import { listUncheckedClaims, verifyCase } from './verify-case.ts'

/** Verifies the file of the command line. Returns the exit code. */
async function main(args: string[]): Promise<number> {
  const options = parseFileOptions(args)
  if (options.file === null) {
    process.stdout.write(CASE_USAGE)
    return 0
  }
  const file = await readCaseFile(options.file)
  using progress = createProgress(printError)
  return await runChecksAndPrint(file, await createNodeReader(file.network, options), progress)
}

/** Prints the results of the checks, and what was not checked. Returns the exit code. */
async function runChecksAndPrint(
  file: CaseFile,
  flow: FlowReader | null,
  progress: Progress,
): Promise<number> {
  const { caseId, address, network, entries, outcome } = file
  print(`Case ${caseId} of ${address} on ${network}: ${outcome}`, 0)
  let undecided = 0
  const report = createReporter(progress, () => {
    undecided += 1
  })
  const difference = await verifyCase(file, flow, report)
  if (difference !== null) {
    print(`  WRONG      ${formatDifference(difference)}`, 1)
    return print('Not verified.', 1)
  }
  for (const claim of listUncheckedClaims(file, flow)) print(`  unchecked  ${claim}`, 0)
  const isWhole = flow !== null && undecided === 0
  return print(
    `${formatCount(entries.length, 'entry', 'entries')}: everything ${isWhole ? '' : 'that was checked '}agrees.`,
    0,
  )
}

process.exitCode = await main(process.argv.slice(2)).catch((error) =>
  toFileExitCode(error, CASE_USAGE),
)
