import * as Type from 'typebox'

/** Evidence of ERC-1497. Source: https://github.com/ethereum/EIPs/issues/1497. */
const Erc1497EvidenceSchema = Type.Object({
  name: Type.String(),
  description: Type.String(),
  fileURI: Type.String(),
  fileHash: Type.String({ description: 'SHA-256 of the file in hex' }),
  fileTypeExtension: Type.String(),
})

/** A case in the shape of ERC-1497, so that an outside court can render it: context and evidence. */
export const Erc1497Schema = Type.Object(
  {
    metaEvidence: Type.Object({
      category: Type.String(),
      title: Type.String(),
      description: Type.String(),
      question: Type.String(),
      rulingOptions: Type.Object({
        type: Type.Literal('single-select'),
        titles: Type.Array(Type.String()),
        descriptions: Type.Array(Type.String()),
      }),
      aliases: Type.Record(Type.String(), Type.String()),
      fileURI: Type.String(),
      fileHash: Type.String(),
      fileTypeExtension: Type.String(),
    }),
    evidence: Type.Array(Erc1497EvidenceSchema),
  },
  { title: 'Erc1497' },
)

export type Erc1497 = Type.Static<typeof Erc1497Schema>
