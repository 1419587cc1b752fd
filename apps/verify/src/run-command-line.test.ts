import { expect, it } from 'vitest'
import { runVerify, saveFile } from './testing/run-verify.ts'

it.each([
  ['evidence', 'Usage: npm run verify -- 0x…'],
  ['votes', 'Usage: npm run verify -- votes FILE'],
  ['case', 'Usage: npm run verify -- case FILE'],
  ['replay', 'Usage: npm run verify -- replay'],
])('%s --help prints the usage of the command', async (name, usage) => {
  const { code, output } = await runVerify([name, '--help'])
  expect([code, output.slice(0, usage.length)]).toEqual([0, usage])
})

it('verifies evidence when the first argument names no command', async () => {
  for (const args of [['--help'], [], ['--file', await saveFile('{}')], ['toString']])
    expect(await runVerify(args)).toEqual(await runVerify(['evidence', ...args]))
})
