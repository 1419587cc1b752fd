import { TOOLBOX_SOURCE_DIR } from '../set-up/paths.mjs'
import { runChild } from '../set-up/run-child.mjs'
import { GO_ENVIRONMENT } from '../set-up/toolbox.mjs'
import { parseGoOutput } from './test-report.mjs'

/** @returns {Promise<import('./test-report.mjs').TestReport>} */
export async function runGoTests() {
  const { code, output } = await runChild({
    command: ['go', 'test', '-mod=readonly', '-json', './...'],
    cwd: TOOLBOX_SOURCE_DIR,
    env: GO_ENVIRONMENT,
    isSilent: true,
  })
  const report = { ...parseGoOutput(output), output }
  return code !== 0 && report.failed === 0 ? { ...report, failed: 1 } : report
}
