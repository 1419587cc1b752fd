import { HISTORY_LIMIT_DEFAULT } from '@app/values/limits.ts'
import * as Type from 'typebox'
import { AddressInputSchema, CursorSchema, limitOf } from '../fields.ts'
import { PublishedScoreSchema } from '../published-score.ts'
import { defineRoute } from '../route.ts'
import { SCORE_EXAMPLE } from '../score-example.ts'
import {
  EVIDENCE_LIMIT_DEFAULT,
  ScoreEvidenceSchema,
  ScoreHistoryEntrySchema,
} from '../score-history.ts'
import { ScoreResultSchema } from '../score-result.ts'
import { ScoreEventSchema } from '../stream.ts'

const OfAddress = Type.Object({ address: AddressInputSchema })

/** Failures of calls that read the tables. */
const OF_READS = ['database_unreachable', 'too_slow'] as const

/** Failures of calls that may score an account that nobody asked about before. */
const OF_SCORING = [...OF_READS, 'account_not_found', 'node_unreachable', 'not_ready'] as const

/** Failures of calls that publish. */
const OF_PUBLISHING = [
  'prefetch_refused',
  'cross_site_refused',
  'budget_exhausted',
  'transaction_failed',
  'agent_unavailable',
  'transaction_not_sent',
] as const

export const getScore = defineRoute({
  operationId: 'getScore',
  method: 'GET',
  url: '/v1/score/:address',
  tag: 'Score',
  summary: 'Get the Dharma Score of an address',
  description: 'Answers the kept score while its inputs are current, and computes it otherwise.',
  params: OfAddress,
  query: Type.Object({
    publish: Type.Optional(
      Type.Enum(['true', 'false'], {
        type: 'string',
        default: 'false',
        description:
          "'true' also publishes the score on the chain, once for the same evidence: asked again, it answers the same txId",
      }),
    ),
  }),
  data: ScoreResultSchema,
  example: SCORE_EXAMPLE,
  failures: [...OF_SCORING, ...OF_PUBLISHING],
  mayBeAccepted: true,
})

export const computeScore = defineRoute({
  operationId: 'computeScore',
  method: 'POST',
  url: '/v1/score/:address/compute',
  tag: 'Score',
  summary: 'Compute the Dharma Score of an address again',
  description: 'Takes no body.',
  params: OfAddress,
  data: ScoreResultSchema,
  example: SCORE_EXAMPLE,
  failures: OF_SCORING,
})

export const getOnchainScore = defineRoute({
  operationId: 'getOnchainScore',
  method: 'GET',
  url: '/v1/score/:address/onchain',
  tag: 'Score',
  summary: 'Get the score that the chain holds for an address',
  params: OfAddress,
  data: PublishedScoreSchema,
  example: {
    address: SCORE_EXAMPLE.address,
    score: SCORE_EXAMPLE.score,
    level: 'HIGH_RISK',
    breakdown: SCORE_EXAMPLE.breakdown,
    version: SCORE_EXAMPLE.version,
    evidenceHash: SCORE_EXAMPLE.evidenceHash,
    blockHeight: SCORE_EXAMPLE.coverage.toHeight,
    publishedAt: SCORE_EXAMPLE.metadata.lastUpdated,
    txId: '8f2c9d0e5b7a41c3968d1f20e4b5a6c7d8e9f0a1b2c3d4e5f60718293a4b5c6d',
  },
  failures: [...OF_READS, 'node_unreachable', 'not_published', 'contract_not_deployed'],
})

export const publishScore = defineRoute({
  operationId: 'publishScore',
  method: 'POST',
  url: '/v1/score/:address/publish',
  tag: 'Score',
  summary: 'Publish the score of an address on the chain',
  description: 'Takes no body. Does what GET with publish=true does.',
  params: OfAddress,
  data: ScoreResultSchema,
  example: { ...SCORE_EXAMPLE, txId: SCORE_EXAMPLE.reasons[0]?.evidence[0]?.txId },
  failures: [...OF_SCORING, ...OF_PUBLISHING],
  mayBeAccepted: true,
})

export const getScoreHistory = defineRoute({
  operationId: 'getScoreHistory',
  method: 'GET',
  url: '/v1/score/:address/history',
  tag: 'Score',
  summary: 'List the scores that an address had, newest first',
  description: 'previousLevel stands where the level changed.',
  params: OfAddress,
  query: Type.Object({
    limit: Type.Optional(limitOf(HISTORY_LIMIT_DEFAULT, 500)),
    cursor: Type.Optional(CursorSchema),
  }),
  data: Type.Array(ScoreHistoryEntrySchema),
  example: [
    {
      score: SCORE_EXAMPLE.score,
      riskLevel: 'HIGH_RISK',
      previousLevel: 'SUSPICIOUS',
      confidence: SCORE_EXAMPLE.metadata.confidence,
      dataPoints: SCORE_EXAMPLE.metadata.dataPoints,
      breakdown: SCORE_EXAMPLE.breakdown,
      version: SCORE_EXAMPLE.version,
      evidenceHash: SCORE_EXAMPLE.evidenceHash,
      computedAt: SCORE_EXAMPLE.metadata.lastUpdated,
    },
  ],
  failures: OF_READS,
})

export const getScoreEvidence = defineRoute({
  operationId: 'getScoreEvidence',
  method: 'GET',
  url: '/v1/score/:address/evidence',
  tag: 'Score',
  summary: 'List the chain records that prove each reason of a score',
  params: OfAddress,
  query: Type.Object({
    code: Type.Optional(
      Type.String({
        pattern: '^[a-z0-9_]{1,64}$',
        description: 'the code of a reason, such as rhythm, to get that one alone',
      }),
    ),
    limit: Type.Optional(limitOf(EVIDENCE_LIMIT_DEFAULT, 100)),
  }),
  data: ScoreEvidenceSchema,
  example: {
    address: SCORE_EXAMPLE.address,
    evidenceHash: SCORE_EXAMPLE.evidenceHash,
    reasons: SCORE_EXAMPLE.reasons,
  },
  failures: OF_SCORING,
})

export const streamScore = defineRoute({
  operationId: 'streamScore',
  method: 'GET',
  url: '/v1/score/:address/stream',
  tag: 'Score',
  summary: 'Follow the score of an address by server-sent events',
  description:
    'Sends an event `score` with the latest score at once, unless Last-Event-ID names it, and one for each new score; and an event `action` whenever an action on the account, such as its publication, goes on. Comments in between keep the stream alive.',
  params: OfAddress,
  data: ScoreEventSchema,
  example: { data: SCORE_EXAMPLE },
  medium: 'text/event-stream',
})
