import { readdirSync, readFileSync } from 'node:fs'

/** What the system shows to others about a process. */
export interface VisibleProcess {
  pid: number
  commandLine: string
  /** Environment with which it was started. */
  environment: string
}

/**
 * Reads a process and all its descendants from /proc, those that end meanwhile left out, and those that do not
 * run their program yet: until then a new process is a copy of its parent, with the parent's own variables.
 */
export function readProcessTree(pid: number): VisibleProcess[] {
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
