import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { runCommandLine } from '../run-command-line.ts'

/** Runs a command line in this process; resolves with its exit code and what it printed. */
export async function runVerify(args: string[]) {
  const [output, errors] = [capture(process.stdout), capture(process.stderr)]
  try {
    const code = await runCommandLine(args)
    return { code, output: output.text, errors: errors.text }
  } finally {
    output.spy.mockRestore()
    errors.spy.mockRestore()
  }
}

function capture(stream: NodeJS.WriteStream) {
  const captured = {
    text: '',
    spy: vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      captured.text += chunk
      return true
    }),
  }
  return captured
}

/** Writes a file that is removed at the end of the test; returns its path. */
export async function saveFile(content: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dharma-verify-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'file.json')
  await writeFile(path, content)
  return path
}
