import {
  AccuracySchema,
  CatalogueSchema,
  NetworkStateSchema,
  OutcomesSchema,
} from '../schemas/reference.ts'
import { READ_FAILURES } from './failures.ts'
import { defineRoute } from './route.ts'

export const getCatalogue = defineRoute({
  operationId: 'getCatalogue',
  method: 'GET',
  url: '/v1/catalogue',
  tag: 'Reference',
  summary: 'List the factors, weights, levels and signals of the score',
  data: CatalogueSchema,
})

export const getAccuracy = defineRoute({
  operationId: 'getAccuracy',
  method: 'GET',
  url: '/v1/accuracy',
  tag: 'Reference',
  summary: 'Get the accuracy of the score, and the commands that reproduce it',
  data: AccuracySchema,
})

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

export const getNetwork = defineRoute({
  operationId: 'getNetwork',
  method: 'GET',
  url: '/v1/network',
  tag: 'Reference',
  summary: 'Get the network and the latest indexed block',
  data: NetworkStateSchema,
  failures: ['database_unreachable', 'too_slow'],
})

/** In the order of the reference. */
export const REFERENCE_ROUTES = [getCatalogue, getAccuracy, getOutcomes, getNetwork] as const
