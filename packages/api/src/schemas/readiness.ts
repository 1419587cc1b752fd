import * as Type from 'typebox'
import { DegradedPartSchema } from './envelope.ts'

const Height = Type.Union([Type.Integer({ minimum: 0 }), Type.Null()])

export const HealthSchema = Type.Object(
  { status: Type.Literal('ok'), uptimeSeconds: Type.Integer({ minimum: 0 }) },
  { title: 'Health' },
)

/** How far the server has indexed the chain: `data` of `/ready`, and `details` of its 503. */
export const ReadinessSchema = Type.Object(
  {
    status: Type.Enum(['ready', 'not_ready'], { type: 'string' }),
    indexedHeight: Height,
    nodeHeight: Height,
    lagBlocks: Height,
    outdatedBlocks: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description:
        'Indexed blocks that an earlier version has read. They are read again, newest first; until then they count less for the completeness of an account.',
    }),
    degraded: Type.Array(DegradedPartSchema),
  },
  { title: 'Readiness' },
)

export type Readiness = Type.Static<typeof ReadinessSchema>
