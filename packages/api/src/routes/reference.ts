import {
  AccuracySchema,
  CatalogueSchema,
  NetworkStateSchema,
  OutcomesSchema,
} from '../schemas/reference.ts'
import { READ_FAILURES } from './failures.ts'
import { defineRoutes } from './route.ts'

/** In the order of the reference. */
export const REFERENCE_ROUTES = defineRoutes(
  { tag: 'Reference' },
  {
    getCatalogue: {
      method: 'GET',
      url: '/v1/catalogue',
      summary: 'List the factors, weights, levels and signals of the score',
      data: CatalogueSchema,
    },
    getAccuracy: {
      method: 'GET',
      url: '/v1/accuracy',
      summary: 'Get the accuracy of the score, and the commands that reproduce it',
      data: AccuracySchema,
    },
    getOutcomes: {
      method: 'GET',
      url: '/v1/outcomes',
      tag: 'Cases',
      summary: 'Count what became of accusations, by reason, with the false-positive rate of each',
      description:
        'A case counts for each of its at most four principal reasons. The removal of a list entry overturns only reasons that rest on the list.',
      data: OutcomesSchema,
      failures: READ_FAILURES,
    },
    getNetwork: {
      method: 'GET',
      url: '/v1/network',
      summary: 'Get the network and the latest indexed block',
      data: NetworkStateSchema,
      failures: ['database_unreachable', 'too_slow'],
    },
  },
)

export const { getCatalogue, getAccuracy, getOutcomes, getNetwork } = REFERENCE_ROUTES
