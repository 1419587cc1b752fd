import type { CaseFile } from '@app/api/schemas/case.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { pluralize } from '../check.ts'
import { type Command, FILE_OPTIONS_USAGE, parseFileOptions } from '../command/command-line.ts'
import { connectUnlessOffline } from '../command/connect-to-node.ts'
import { printError, type Verification, verifyAndPrint } from '../command/output.ts'
import { createProgress } from '../command/progress.ts'
import { countCitations } from './chain-checks.ts'
import { readCaseFile } from './parse-case.ts'
import { listUncheckedInCase, verifyCase } from './verify-case.ts'

export const caseCommand: Command = {
  usage: `Usage: npm run verify -- case FILE [--node URL] [--offline]

Checks a case file (GET /v1/cases/{address}/{caseId}) without the server that made it, and prints the first
wrong claim.

${FILE_OPTIONS_USAGE}`,
  run: async (args) => {
    const options = parseFileOptions(args)
    const file = await readCaseFile(options.file)
    using progress = createProgress(printError)
    const flow = await connectUnlessOffline(file.network, options)
    return await verifyAndPrint(buildVerification(file, flow), progress)
  },
}

function buildVerification(file: CaseFile, flow: FlowReader | null): Verification {
  const { caseId, address, network, entries, outcome } = file
  const counted = pluralize(entries.length, 'entry', 'entries')
  return {
    headline: `Case ${caseId} of ${address} on ${network}: ${outcome}`,
    findDifference: (report) => verifyCase(file, flow, report),
    listUnchecked: () => listUncheckedInCase(file, flow !== null),
    countWithoutNode: flow ? null : () => pluralize(countCitations(file), 'citation'),
    verdicts: {
      complete: `${counted}: everything agrees.`,
      partial: `${counted}: everything that was checked agrees`,
    },
  }
}
