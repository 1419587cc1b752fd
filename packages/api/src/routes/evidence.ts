import * as Type from 'typebox'
import { AddressInputSchema } from '../schemas/fields.ts'
import { EvidenceFileSchema } from '../schemas/score/evidence-file.ts'
import { defineRoute } from './route.ts'

export const exportEvidence = defineRoute({
  operationId: 'exportEvidence',
  method: 'GET',
  url: '/v1/score/:address/evidence/export',
  tag: 'Score',
  summary: 'Export the complete evidence of the score of an address',
  description:
    'The canonical inputs (RFC 8785) in two parts, the lists used, the transactions cited and the evidence hash over the inputs. `npm run verify -- --file FILE` checks such a file without a network, `npm run verify -- ADDRESS` checks it against the chain.',
  params: Type.Object({ address: AddressInputSchema }),
  data: EvidenceFileSchema,
  failures: [
    'database_unreachable',
    'too_slow',
    'account_not_found',
    'node_unreachable',
    'not_ready',
  ],
})

/** In the order of the reference. */
export const EVIDENCE_ROUTES = [exportEvidence] as const
