import { type CommandResult, runMain } from './run-main.ts'
import { writeTemporaryFile } from './write-temporary-file.ts'

/** Runs `npm run verify -- votes` or `npm run verify -- case` with a file, which exists during the test. */
export async function verifyFile(
  command: 'votes' | 'case',
  file: unknown,
  ...options: string[]
): Promise<CommandResult> {
  const path = await writeTemporaryFile(`${command}.json`, JSON.stringify(file, null, 2))
  return await runMain('apps/verify/src/main.ts', [command, path, ...options])
}
