import { expect, inject, it } from 'vitest'
import { runSchedules } from './schedule/run-schedules.ts'

const SCHEDULES = 16

it('leaves the same rows, sums, scores and transactions as without faults', async () => {
  const lines: string[] = []
  const { failed, faultCount } = await runSchedules({
    templateUrl: inject('templateUrl'),
    seed: 1_001,
    schedules: SCHEDULES,
    jobs: 2,
    report: (line) => void lines.push(line),
  })
  expect(failed, lines.join('\n')).toEqual([])
  expect(faultCount).toBeGreaterThan(SCHEDULES)
}, 1_200_000)
