import * as Type from 'typebox'
import { BlockRefSchema } from './envelope.ts'
import { NetworkSchema } from './fields.ts'

const Height = Type.Integer({ minimum: 0 })

/** The network and how far it is indexed. */
export const NetworkStateSchema = Type.Object(
  {
    network: NetworkSchema,
    latestBlock: Type.Union([BlockRefSchema, Type.Null()], {
      description: 'The latest indexed block, null before the first',
    }),
    fromHeight: Type.Union([Height, Type.Null()]),
    nodeHeight: Type.Union([Height, Type.Null()], {
      description: 'Latest height that the node reported',
    }),
    lagBlocks: Type.Union([Height, Type.Null()]),
  },
  { title: 'NetworkState' },
)

export type NetworkState = Type.Static<typeof NetworkStateSchema>
