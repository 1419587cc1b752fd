import * as Type from 'typebox'
import { buildLimitSchema, CursorSchema } from '../schemas/fields.ts'
import { INPUTS_LIMIT_DEFAULT, ScoreInputsSchema } from '../schemas/score/score-inputs.ts'
import { defineRoute } from './route.ts'

export const listInputs = defineRoute({
  operationId: 'listInputs',
  method: 'GET',
  url: '/v1/inputs',
  tag: 'Score',
  summary: 'List every scored wallet with the inputs of its latest score',
  description: 'Sorted by address. `npm run preview` scores them again with other points tables.',
  query: Type.Object({
    limit: Type.Optional(buildLimitSchema(INPUTS_LIMIT_DEFAULT, INPUTS_LIMIT_DEFAULT)),
    cursor: Type.Optional(CursorSchema),
  }),
  data: Type.Array(ScoreInputsSchema),
  failures: ['database_unreachable', 'too_slow'],
})

/** In the order of the reference. */
export const INPUTS_ROUTES = [listInputs] as const
