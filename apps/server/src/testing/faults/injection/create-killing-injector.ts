import { createInjector, type Injector } from './injector.ts'

/**
 * Creates an injector with which every statement, or every one that matches, ends the process before it at first, and
 * after it the second time.
 */
export const createKillingInjector = (statements = /^/): Injector =>
  createInjector(({ request, attempt }, kinds) => {
    if (attempt > 2 || !statements.test(request)) return null
    const moment = attempt === 1 ? 'before' : 'after'
    return kinds.find((kind) => kind === `crash ${moment}`) ?? `cut ${moment}`
  })
