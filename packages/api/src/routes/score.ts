import { HISTORY_LIMIT_DEFAULT } from '@app/values/limits.ts'
import * as Type from 'typebox'
import { WalletOverviewSchema } from '../schemas/account.ts'
import { FailureSchema } from '../schemas/envelope.ts'
import {
  AddressInputSchema,
  AddressSchema,
  buildLimitSchema,
  CLOSED,
  CursorSchema,
} from '../schemas/fields.ts'
import {
  EVIDENCE_LIMIT_DEFAULT,
  EvidenceFileSchema,
  INPUTS_LIMIT_DEFAULT,
  PublishedScoreSchema,
  ScoreEvidenceSchema,
  ScoreHistoryEntrySchema,
  ScoreInputsSchema,
  ScoreResultSchema,
} from '../schemas/score.ts'
import { READ_FAILURES, SCORING_FAILURES } from './failures.ts'
import { defineRoutes } from './route.ts'

const AddressParams = Type.Object({ address: AddressInputSchema })

/** Addresses of one batch. */
const SCORES_PER_BATCH = 100

const BatchEntrySchema = Type.Object(
  {
    address: AddressSchema,
    result: Type.Optional(ScoreResultSchema),
    failure: Type.Optional(FailureSchema),
  },
  { title: 'BatchEntry', description: 'Has either the result or the failure' },
)

/** Failures of routes that publish. */
const PUBLISHING_FAILURES = [
  'prefetch_refused',
  'cross_site_refused',
  'budget_exhausted',
  'transaction_failed',
  'publication_refused',
  'agent_unavailable',
  'transaction_not_sent',
] as const

/** In the order of the reference. */
export const SCORE_ROUTES = defineRoutes(
  { tag: 'Score' },
  {
    getScore: {
      method: 'GET',
      url: '/v1/score/:address',
      summary: 'Get the Dharma Score of an address',
      description:
        'Returns the stored score while its inputs are current, and computes it otherwise.',
      params: AddressParams,
      query: Type.Object({
        publish: Type.Optional(
          Type.Enum(['true', 'false'], {
            type: 'string',
            default: 'false',
            description:
              "'true' also publishes the score on the chain, once for the same evidence: a repeated request returns the same txId",
          }),
        ),
      }),
      data: ScoreResultSchema,
      failures: [...SCORING_FAILURES, ...PUBLISHING_FAILURES],
      mayBeAccepted: true,
      hasEntityTag: true,
    },
    getScores: {
      method: 'POST',
      url: '/v1/scores',
      summary: 'Get the Dharma Scores of up to 100 addresses',
      description:
        'Answers in the order of the request. An address whose score cannot be answered has the failure instead, as GET would answer it.',
      body: Type.Object(
        { addresses: Type.Array(AddressInputSchema, { minItems: 1, maxItems: SCORES_PER_BATCH }) },
        CLOSED,
      ),
      bodyExample: { addresses: ['0xf8d6e0586b0a20c7'] },
      data: Type.Array(BatchEntrySchema),
      failures: [
        'invalid_address',
        'address_not_on_network',
        ...READ_FAILURES,
        'node_unreachable',
        'not_ready',
      ],
    },
    computeScore: {
      method: 'POST',
      url: '/v1/score/:address/compute',
      summary: 'Compute the Dharma Score of an address again',
      description: 'Takes no body.',
      params: AddressParams,
      data: ScoreResultSchema,
      failures: SCORING_FAILURES,
    },
    publishScore: {
      method: 'POST',
      url: '/v1/score/:address/publish',
      summary: 'Publish the score of an address on the chain',
      description: 'Takes no body. Same as GET with publish=true.',
      params: AddressParams,
      data: ScoreResultSchema,
      failures: [...SCORING_FAILURES, ...PUBLISHING_FAILURES],
      mayBeAccepted: true,
    },
    getOnchainScore: {
      method: 'GET',
      url: '/v1/score/:address/onchain',
      summary:
        'Get the published score of an address that counts: the lowest of the latest ones by the live publishers',
      params: AddressParams,
      data: PublishedScoreSchema,
      failures: [...READ_FAILURES, 'node_unreachable', 'not_published', 'contract_not_deployed'],
    },
    getScoreHistory: {
      method: 'GET',
      url: '/v1/score/:address/history',
      summary: 'List the score history of an address, newest first',
      description: 'previousLevel is present where the level changed.',
      params: AddressParams,
      query: Type.Object({
        limit: Type.Optional(buildLimitSchema(HISTORY_LIMIT_DEFAULT, 500)),
        cursor: Type.Optional(CursorSchema),
      }),
      data: Type.Array(ScoreHistoryEntrySchema),
      failures: READ_FAILURES,
    },
    getScoreEvidence: {
      method: 'GET',
      url: '/v1/score/:address/evidence',
      summary: 'List the chain records that prove each reason of a score',
      params: AddressParams,
      query: Type.Object({
        code: Type.Optional(
          Type.String({
            pattern: '^[a-z0-9_]{1,64}$',
            description: 'the code of a reason, such as rhythm, to get only that one',
          }),
        ),
        limit: Type.Optional(buildLimitSchema(EVIDENCE_LIMIT_DEFAULT, 100)),
      }),
      data: ScoreEvidenceSchema,
      failures: SCORING_FAILURES,
    },
    listWallets: {
      method: 'GET',
      url: '/v1/wallets',
      summary: 'Count the wallets of the network by level, with the scores of a fair sample',
      description:
        'Counted again every few seconds, with many wallets more rarely. A wallet that nobody asked about has the score that the agent found from indexed transfers alone.',
      data: WalletOverviewSchema,
      failures: READ_FAILURES,
    },
    exportEvidence: {
      method: 'GET',
      url: '/v1/score/:address/evidence/export',
      summary: 'Export the complete evidence of the score of an address',
      description:
        'The canonical inputs (RFC 8785) in two parts, the lists used, the transactions cited and the evidence hash over the inputs. `npm run verify -- --file FILE` checks such a file without a network, `npm run verify -- ADDRESS` checks it against the chain.',
      params: AddressParams,
      data: EvidenceFileSchema,
      failures: SCORING_FAILURES,
    },
    listInputs: {
      method: 'GET',
      url: '/v1/inputs',
      summary: 'List every scored wallet with the inputs of its latest score',
      description:
        'Sorted by address. `npm run preview` scores them again with other points tables.',
      query: Type.Object({
        limit: Type.Optional(buildLimitSchema(INPUTS_LIMIT_DEFAULT, INPUTS_LIMIT_DEFAULT)),
        cursor: Type.Optional(CursorSchema),
      }),
      data: Type.Array(ScoreInputsSchema),
      failures: READ_FAILURES,
    },
  },
)

export const {
  getScore,
  getScores,
  computeScore,
  publishScore,
  getOnchainScore,
  getScoreHistory,
  getScoreEvidence,
  listWallets,
  exportEvidence,
  listInputs,
} = SCORE_ROUTES
