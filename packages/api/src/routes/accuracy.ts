import { AccuracySchema } from '../schemas/accuracy.ts'
import { defineRoute } from './route.ts'

export const getAccuracy = defineRoute({
  operationId: 'getAccuracy',
  method: 'GET',
  url: '/v1/accuracy',
  tag: 'Reference',
  summary: 'Get the accuracy of the score, and the commands that reproduce it',
  data: AccuracySchema,
})
