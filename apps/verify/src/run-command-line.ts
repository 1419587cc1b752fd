import type { Command } from './command/command-line.ts'
import { toExitCode } from './command/output.ts'

/** The commands of `npm run verify`. Each loads only what it needs. */
const COMMANDS = {
  evidence: async () => (await import('./evidence/command.ts')).evidenceCommand,
  votes: async () => (await import('./votes/command.ts')).votesCommand,
  case: async () => (await import('./case/command.ts')).caseCommand,
  replay: async () => (await import('./replay/command.ts')).replayCommand,
} satisfies Record<string, () => Promise<Command>>

/** Runs the command that the first argument names; without a name, `evidence`. Returns the exit code. */
export async function runCommandLine(args: string[]): Promise<number> {
  const [name = '', ...rest] = args
  return isCommand(name) ? runCommand(name, rest) : runCommand('evidence', args)
}

function isCommand(name: string): name is keyof typeof COMMANDS {
  return Object.hasOwn(COMMANDS, name)
}

async function runCommand(name: keyof typeof COMMANDS, args: string[]): Promise<number> {
  const { usage, run } = await COMMANDS[name]()
  if (!args.includes('--help')) return run(args).catch((error) => toExitCode(error, usage))
  process.stdout.write(usage)
  return 0
}
