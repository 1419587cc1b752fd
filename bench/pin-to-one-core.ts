import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/**
 * Restricts this process, and every process that it starts from then on, to the last core. Returns the function
 * that ends this for this process; `null` where the system has no `taskset`.
 */
export function pinToOneCore(): (() => void) | null {
  const mask = /: ([0-9a-f,]+)\s*$/.exec(runTaskset(['-p', `${process.pid}`]) ?? '')?.[1]
  if (mask === undefined) return null
  const core = `${availableParallelism() - 1}`
  if (runTaskset(['-a', '-c', '-p', core, `${process.pid}`]) === null) return null
  return () => {
    runTaskset(['-a', '-p', mask, `${process.pid}`])
  }
}

/** Returns what it prints; `null` when it fails. */
function runTaskset(args: readonly string[]): string | null {
  const { status, stdout } = spawnSync('taskset', args, { encoding: 'utf8' })
  return status === 0 ? stdout : null
}
