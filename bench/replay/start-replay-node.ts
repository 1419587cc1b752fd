import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { HistoryOptions } from './history-parts.ts'

export interface ReplayNode {
  url: string
  stop(): Promise<void>
}

/** Starts a process that serves a history as an access node does. */
export async function startReplayNode(history: HistoryOptions): Promise<ReplayNode> {
  const script = new URL('./replay-node.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, JSON.stringify(history)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string]
  const stop = async () => {
    if (child.exitCode !== null) return
    const exited = once(child, 'exit')
    child.stdin.end()
    await exited
  }
  return { url, stop }
}
