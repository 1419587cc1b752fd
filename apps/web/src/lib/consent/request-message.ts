import type { ApiClient } from '@app/api/client/client.ts'
import { defineRoute } from '@app/api/routes/route.ts'
import { AddressSchema } from '@app/api/schemas/fields.ts'
import { ProposalActionSchema } from '@app/api/schemas/proposal.ts'
import type { Address } from '@app/values/address.ts'
import { NETWORK_NAMES } from '@app/values/network.ts'
import * as Type from 'typebox'

/** What a person wants to sign. */
const MessageContentSchema = Type.Union([
  Type.Object({
    kind: Type.Literal('vote'),
    proposalId: Type.Integer(),
    support: Type.Boolean(),
  }),
  Type.Object({
    kind: Type.Literal('proposal'),
    action: ProposalActionSchema,
    targetAddress: AddressSchema,
    reasonHash: Type.String(),
  }),
])

const GovernanceActionSchema = Type.Union([
  Type.Object({ name: Type.Literal('freeze'), target: AddressSchema }),
  Type.Object({
    name: Type.Literal('unfreeze'),
    target: AddressSchema,
    appealedCaseId: Type.Union([Type.String(), Type.Null()]),
  }),
  Type.Object({
    name: Type.Literal('recover'),
    target: AddressSchema,
    recoveryAddress: AddressSchema,
    recoveryAddressSince: Type.Integer(),
    recoveryAddressBefore: Type.Union([AddressSchema, Type.Null()]),
  }),
])

const createMessage = defineRoute({
  operationId: 'createMessage',
  method: 'POST',
  url: '/v1/messages',
  tag: 'Governance',
  summary: 'Get the text to sign, with its sequence number and expiry',
  body: Type.Object({ address: AddressSchema, content: MessageContentSchema }),
  data: Type.Object({
    text: Type.String(),
    sequence: Type.Integer(),
    validUntil: Type.Integer(),
    contract: AddressSchema,
    network: Type.Enum([...NETWORK_NAMES]),
    action: GovernanceActionSchema,
  }),
})

export type MessageContent = Type.Static<typeof MessageContentSchema>

/** The text that the server would accept, and what it consists of. */
export type OfferedMessage = Type.Static<(typeof createMessage)['data']>

export const requestMessage = (
  api: ApiClient,
  address: Address,
  content: MessageContent,
): Promise<OfferedMessage> => api.call(createMessage, { body: { address, content } })
