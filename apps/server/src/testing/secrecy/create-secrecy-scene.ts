import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Role } from '../../runtime/roles.ts'
import { type ServerProcess, startServerProcess } from '../processes/start-server-process.ts'
import { findSecrets } from './find-secrets.ts'

export interface ProcessStart {
  name: string
  roles: readonly Role[]
  env: Record<string, string>
  nodeArgs?: readonly string[]
  cwd?: string
}

/** Secrets, and everything that somebody without access to the memory of a process can read. */
export interface SecrecyScene {
  /** Texts by their source. */
  seen: ReadonlyMap<string, string>
  see(source: string, text: string): void
  /** Adds a secret to those that nobody may see, and returns it. */
  keepSecret(name: string, secret: string): string
  newKey(name: string): string
  newPassword(name: string): string
  countSecrets(): number
  /** Lists the sources that show a secret, with the names of what they show. */
  findShown(): [source: string, secrets: string[]][]
  /** Starts a process whose output, arguments and children are among what is seen. */
  start(start: ProcessStart): ServerProcess
  stop(): Promise<void>
}

/** `common`: variables of every process. */
export function createSecrecyScene(common: Record<string, string>): SecrecyScene {
  const seen = new Map<string, string>()
  const secrets: Record<string, string> = {}
  const processes: ServerProcess[] = []
  const see = (source: string, text: string) =>
    void seen.set(source, `${seen.get(source) ?? ''}\n${text}`)
  const keepSecret = (name: string, secret: string) => {
    secrets[name] = secret
    return secret
  }
  return {
    seen,
    see,
    keepSecret,
    newKey: (name) => keepSecret(name, randomBytes(32).toString('hex')),
    newPassword: (name) => keepSecret(name, randomBytes(12).toString('hex')),
    countSecrets: () => Object.keys(secrets).length,
    findShown: () =>
      [...seen]
        .map(([source, text]): [string, string[]] => [source, findSecrets(text, secrets)])
        .filter(([, names]) => names.length > 0),
    start: ({ name, env, ...options }) => {
      const server = startServerProcess({ ...options, env: { ...common, ...env } })
      processes.push(server)
      void server.ended.then(() => see(`output of ${name}`, server.output()))
      void watchTree(server, { name, see })
      return server
    },
    stop: async () => void (await Promise.all(processes.map(({ kill }) => kill()))),
  }
}

/** Looks again and again: what a process starts may end at once. */
const WATCH_MS = 20

async function watchTree(
  server: ServerProcess,
  { name, see }: { name: string; see: SecrecyScene['see'] },
): Promise<void> {
  let hasEnded = false
  void server.ended.then(() => {
    hasEnded = true
  })
  while (!hasEnded) {
    const [own, ...children] = readProcessTree(server.pid)
    see(`command line of ${name}`, own?.commandLine ?? '')
    for (const { commandLine, environment } of children) {
      see(`command line of a child of ${name}`, commandLine)
      see(`environment of a child of ${name}`, environment)
    }
    await delay(WATCH_MS)
  }
}

/** What the system shows to others about a process. */
interface VisibleProcess {
  pid: number
  commandLine: string
  /** Environment with which it was started. */
  environment: string
}

/**
 * Reads a process and all its descendants from /proc, those that end meanwhile left out, and those that do not
 * run their program yet: until then a new process is a copy of its parent, with the parent's own variables.
 */
function readProcessTree(pid: number): VisibleProcess[] {
  const commandLine = readText(`/proc/${pid}/cmdline`)
  if (commandLine === null) return []
  const environment = readText(`/proc/${pid}/environ`) ?? ''
  const children = listChildren(pid)
    .map(readProcessTree)
    .filter(([child]) => child?.commandLine !== commandLine)
  return [{ pid, commandLine, environment }, ...children.flat()]
}

/** Not every kernel has `/proc/PID/task/PID/children`. */
function listChildren(pid: number): number[] {
  const pids = readDirectory('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((each) => readParent(each) === pid).map(Number)
}

/** The name of the program, in parentheses, may contain anything. */
function readParent(pid: string): number {
  const fields = readText(`/proc/${pid}/stat`)?.replace(/^.*\)/s, '').trim().split(' ') ?? []
  return Number(fields[1])
}

/** Arguments and variables are separated by null characters. */
function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').replaceAll('\0', '\n')
  } catch {
    return null
  }
}

function readDirectory(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
