import { CROWD, type Name } from '../../people/cast.ts'
import { type Calendar, everyDays } from '../calendar.ts'
import type { Moment } from '../moment.ts'

const SALARIES: ReadonlyMap<Name, string> = new Map([
  ['alice', '1400.0'],
  ['bob', '1100.0'],
  ['carol', '1250.0'],
  ['dave', '980.0'],
  ['erin', '900.0'],
  ['victor', '1050.0'],
])

/** Acme pays salaries every two weeks, and the crowd for small jobs. */
export function earn(calendar: Calendar): Moment[] {
  const fund: Moment[] = everyDays(calendar, 30, 145).map((atMs) => ({
    atMs,
    act: { kind: 'issue', to: 'acme', amount: '30000.0' },
  }))
  const salaries: Moment[] = everyDays(calendar, 14, 144).map((atMs) => ({
    atMs,
    act: { kind: 'payMany', from: 'acme', payments: SALARIES, token: 'TUSD' },
  }))
  const jobs: Moment[] = everyDays(calendar, 12, 138).map((atMs) => ({
    atMs,
    act: { kind: 'payMany', from: 'acme', payments: jobsAt(calendar, atMs), token: 'TUSD' },
  }))
  return [...fund, ...salaries, ...jobs]
}

function jobsAt(calendar: Calendar, atMs: number): Map<Name, string> {
  const there = CROWD.filter((name) => calendar.openedAt(name) < atMs)
  return new Map(there.map((name) => [name, calendar.random.amount(60, 240)]))
}
