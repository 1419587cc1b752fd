import { OWNER_STATEMENT, PROPOSAL_REASON } from '@app/values/limits.ts'
import * as Type from 'typebox'
import { CASE_EXAMPLES } from '../openapi/written-examples.ts'
import { SentTransactionSchema } from '../schemas/action.ts'
import {
  AppealSchema,
  AppealSubjectSchema,
  CaseFileSchema,
  CaseSummarySchema,
  Erc1497Schema,
} from '../schemas/case.ts'
import {
  AddressInputSchema,
  buildLimitSchema,
  buildTextSchema,
  CaseIdInputSchema,
  CLOSED,
  CursorSchema,
} from '../schemas/fields.ts'
import { WalletSignatureSchema } from '../schemas/proposal.ts'
import { READ_FAILURES, RELAY_FAILURES } from './failures.ts'
import { defineRoutes } from './route.ts'

const CaseParams = Type.Object({
  address: AddressInputSchema,
  caseId: CaseIdInputSchema,
})

/** In the order of the reference. */
export const CASE_ROUTES = defineRoutes(
  { tag: 'Cases' },
  {
    listCases: {
      method: 'GET',
      url: '/v1/cases',
      summary: 'List cases, the one that changed last first',
      query: Type.Object({
        address: Type.Optional(AddressInputSchema),
        decidedBy: Type.Optional(
          Type.Enum(['people'], {
            type: 'string',
            description: 'people: only cases in which a vote approved or rejected something',
          }),
        ),
        limit: Type.Optional(buildLimitSchema(50, 500)),
        cursor: Type.Optional(CursorSchema),
      }),
      data: Type.Array(CaseSummarySchema),
      failures: READ_FAILURES,
    },
    getCase: {
      method: 'GET',
      url: '/v1/cases/:address/:caseId',
      summary:
        'Get a complete case: inputs, accusation, votes, appeals and outcome, linked by hashes',
      description:
        '`npm run verify -- case FILE` checks a stored answer without this server. With `meta=false` the same case has the same bytes, of which `fileHash` of the export as ERC-1497 is the SHA-256.',
      params: CaseParams,
      query: Type.Object({
        meta: Type.Optional(
          Type.Enum(['true', 'false'], { type: 'string', description: 'false: `data` alone' }),
        ),
      }),
      data: CaseFileSchema,
      failures: [...READ_FAILURES, 'case_not_found'],
    },
    exportCaseAsErc1497: {
      method: 'GET',
      url: '/v1/cases/:address/:caseId/erc1497',
      summary: 'Export a case in the shape of ERC-1497, for an outside court',
      params: CaseParams,
      data: Erc1497Schema,
      failures: [...READ_FAILURES, 'case_not_found'],
    },
    openAppeal: {
      method: 'POST',
      url: '/v1/appeals',
      summary: 'Appeal against the flag or the freeze of the wallet that signs',
      description:
        'Relays the appeal that `wallet` signed, and answers when it is sealed and indexed, with the vote that decides it and its clock. A repeated request returns the first result.',
      body: Type.Object(
        {
          against: AppealSubjectSchema,
          reason: buildTextSchema(PROPOSAL_REASON),
          wallet: Type.Optional(WalletSignatureSchema),
        },
        CLOSED,
      ),
      bodyExample: CASE_EXAMPLES.appealBody,
      dataExample: CASE_EXAMPLES.appeal,
      data: AppealSchema,
      acceptedData: SentTransactionSchema,
      failures: [...RELAY_FAILURES, 'wallet_required', 'appeal_refused'],
      mayBeAccepted: true,
    },
    stateAsOwner: {
      method: 'PUT',
      url: '/v1/cases/:address/:caseId/statement',
      summary: 'State what the owner of the accused wallet says, or replace it once a day',
      description:
        'Signed by the wallet; moves no score. The same message again changes nothing and answers with the case.',
      params: CaseParams,
      body: Type.Object(
        {
          text: buildTextSchema(OWNER_STATEMENT),
          wallet: Type.Optional(WalletSignatureSchema),
        },
        CLOSED,
      ),
      bodyExample: CASE_EXAMPLES.statementBody,
      dataExample: CASE_EXAMPLES.caseFile,
      data: CaseFileSchema,
      failures: [
        ...READ_FAILURES,
        'wallet_required',
        'origin_refused',
        'signature_refused',
        'message_expired',
        'validity_too_long',
        'sequence_refused',
        'case_not_found',
        'statement_refused',
        'account_not_found',
        'node_unreachable',
      ],
    },
  },
)

export const { listCases, getCase, exportCaseAsErc1497, openAppeal, stateAsOwner } = CASE_ROUTES
