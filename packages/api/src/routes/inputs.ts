import * as Type from 'typebox'
import { EVIDENCE_EXAMPLE } from '../schemas/evidence-example.ts'
import { buildLimitSchema, CursorSchema } from '../schemas/fields.ts'
import { INPUTS_LIMIT_DEFAULT, ScoreInputsSchema } from '../schemas/score-inputs.ts'
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
  example: [
    {
      address: EVIDENCE_EXAMPLE.address,
      score: EVIDENCE_EXAMPLE.score,
      riskLevel: EVIDENCE_EXAMPLE.riskLevel,
      version: EVIDENCE_EXAMPLE.version,
      evidenceHash: EVIDENCE_EXAMPLE.evidenceHash,
      inputs: EVIDENCE_EXAMPLE.inputs,
    },
  ],
  failures: ['database_unreachable', 'too_slow'],
})
