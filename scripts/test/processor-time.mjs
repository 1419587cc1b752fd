import { readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/**
 * Returns the processor seconds, user and system, of all child processes that have ended, with their own
 * ended children. 0 where /proc does not exist.
 */
export function readChildrenSeconds() {
  // After the name in parentheses: state is field 3, cutime field 16 and cstime field 17 (man 5 proc_pid_stat).
  const fields = readStat().split(') ').at(-1)?.split(' ') ?? []
  const [cutime = 0, cstime = 0] = [fields[13], fields[14]].map(Number)
  return (cutime + cstime || 0) / TICKS_PER_SECOND
}

function readStat() {
  try {
    return readFileSync('/proc/self/stat', 'utf8')
  } catch {
    return ''
  }
}
