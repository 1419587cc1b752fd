import { OutcomesSchema } from '../schemas/case/outcomes.ts'
import { READ_FAILURES } from './read-failures.ts'
import { defineRoute } from './route.ts'

export const getOutcomes = defineRoute({
  operationId: 'getOutcomes',
  method: 'GET',
  url: '/v1/outcomes',
  tag: 'Cases',
  summary: 'Count what became of accusations, by reason, with the false-positive rate of each',
  description:
    'A case counts for each of its at most four principal reasons. The removal of a list entry overturns only reasons that rest on the list.',
  data: OutcomesSchema,
  failures: READ_FAILURES,
})

/** In the order of the reference. */
export const OUTCOME_ROUTES = [getOutcomes] as const
