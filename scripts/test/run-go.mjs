import { TOOLBOX_SOURCES } from '../set-up/paths.mjs'
import { runChild } from '../set-up/run-child.mjs'
import { GO_ENVIRONMENT } from '../set-up/toolbox.mjs'
import { closingLine, tallyGo } from './tally.mjs'

/** @returns {Promise<import('./tally.mjs').Tally>} */
export async function runGoTests() {
  const { code, output } = await runChild({
    command: ['go', 'test', '-mod=readonly', '-json', './...'],
    cwd: TOOLBOX_SOURCES,
    env: GO_ENVIRONMENT,
    isSilent: true,
  })
  const tally = tallyGo(output)
  console.log(code === 0 ? closingLine(tally) : output)
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally
}
