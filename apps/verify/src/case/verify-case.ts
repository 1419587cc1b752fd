import type { CaseFile } from '@app/api/schemas/case/case-file.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { type CheckReporter, runChecks } from '../checks/check.ts'
import type { Difference } from '../checks/difference.ts'
import { buildOfflineChecks } from './build-offline-checks.ts'
import { buildChainChecks } from './chain/build-chain-checks.ts'
import { parseCase } from './parse-entries.ts'

/** Checks the claims of a case file; without a node, those that the file alone shows. Returns the first difference, or `null`. */
export async function verifyCase(
  file: CaseFile,
  flow: FlowReader | null,
  report: CheckReporter,
): Promise<Difference | null> {
  const parsed = parseCase(file)
  if ('expected' in parsed) return parsed
  const checks = [
    ...buildOfflineChecks(parsed),
    ...(flow === null ? [] : buildChainChecks(parsed, flow)),
  ]
  return await runChecks(checks, report)
}

/** Returns the claims that are not checked with the node, and those that no source can check. */
export function listUncheckedClaims({ entries }: CaseFile, flow: FlowReader | null): string[] {
  const last = entries.at(-1)
  return [
    ...(flow === null
      ? [
          'Whether the entries are on the chain, and were signed by keys of these accounts: run it without --offline.',
        ]
      : []),
    `Whether later entries were left out: the file ends with entry ${last?.number ?? 0}, ${last?.kind ?? 'none'}. Compare it with what others kept.`,
    'Whether whole proposals, appeals or statements were left out and all hashes computed again: compare the hashes with what others kept.',
    'Whether the last votes of a proposal were left out: npm run verify-votes checks all of them on the chain.',
    'Whether the cited transactions and the inputs are true: npm run verify -- 0x… --full checks those of the newest score.',
    'Whether the warnings and inputs were recorded when the file says: they are not on the chain.',
  ]
}
