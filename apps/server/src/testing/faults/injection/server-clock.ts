import { AsyncLocalStorage } from 'node:async_hooks'

/** How far the wall clock of a server is ahead of that of this machine. */
export interface ServerClock {
  aheadMs: number
}

const clocks = new AsyncLocalStorage<ServerClock>()

const RealDate = Date

let runningCount = 0

/**
 * Runs `work`, for which `Date` shows the time of this clock; schedules beside each other have clocks of their own.
 * Monotonic time, and so timers, go on as they do when an operator or a time server sets the clock.
 */
export async function runWithClock<T>(clock: ServerClock, work: () => Promise<T>): Promise<T> {
  if (runningCount === 0) globalThis.Date = createDate()
  runningCount += 1
  try {
    return await clocks.run(clock, work)
  } finally {
    runningCount -= 1
    if (runningCount === 0) globalThis.Date = RealDate
  }
}

const readClock = (): number => RealDate.now() + (clocks.getStore()?.aheadMs ?? 0)

const createDate = (): DateConstructor =>
  new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [readClock()] : args, newTarget),
    get: (target, name) => (name === 'now' ? readClock : Reflect.get(target, name)),
  })
