import { toExitCode } from './output.ts'

/** Runs the replay when the first argument names it, otherwise a verification. Returns the exit code. */
export async function runCommandLine(args: string[]): Promise<number> {
  const isReplay = args[0] === 'replay'
  // Each loads only what it needs.
  const command = isReplay
    ? (await import('./replay/command.ts')).replayCommand
    : (await import('./verify-command.ts')).verifyCommand
  const own = isReplay ? args.slice(1) : args
  if (!own.includes('--help')) return command.run(own).catch((error) => toExitCode(error, command))
  process.stdout.write(command.usage)
  return 0
}
