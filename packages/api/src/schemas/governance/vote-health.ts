import * as Type from 'typebox'
import { AddressSchema } from '../fields.ts'

const Count = (description: string) => Type.Integer({ minimum: 0, description })

/** Facts about the voters of a proposal. They are no verdict: there are good reasons for each. */
export const VoteHealthSchema = Type.Object(
  {
    voters: Count('Wallets whose vote is counted'),
    sharedFunding: Type.Array(
      Type.Object({
        source: AddressSchema,
        voters: Count('Voters whose first receipt came from it, at least 2'),
      }),
      {
        description:
          'Wallets from which several voters got their first receipt that is not dust; services, and sources that paid more than 50 accounts, are left out',
      },
    ),
    unknownFunding: Count('Voters whose first receipt is not in the indexed blocks'),
    newVoters: Count(
      'Voters who were allowed to vote for less than a day when they voted; 0 on an appeal',
    ),
    paidByProposer: Count('Voters who ever received a payment of the proposer'),
    concentration: Type.Object(
      {
        proposals: Count('Proposals looked at: this one and up to nine before it'),
        votes: Count('Counted votes on them'),
        voters: Count('Different wallets that cast them'),
        topThreeShare: Type.Number({
          minimum: 0,
          maximum: 1,
          description: 'Share of these votes that the three most frequent voters cast',
        }),
      },
      { description: 'How many wallets decide' },
    ),
  },
  { title: 'VoteHealth' },
)

export type VoteHealth = Type.Static<typeof VoteHealthSchema>
