import type { AppealSubject, ConsentContent } from '@app/contracts/consent-message.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import type {
  RelayContent,
  AppealSubject as RelayedSubject,
} from '../../db/tables/action-payload.ts'
import type { Context } from '../../runtime/context.ts'
import { readNewAction, readProposalAction } from './read-action.ts'

/** Content of a message to sign; of a reason, only the hash is needed. */
export type MessageDraft =
  | Exclude<RelayContent, { reason: string }>
  | WithReasonHash<Extract<RelayContent, { reason: string }>>

type WithReasonHash<Content> = Content extends { reason: string }
  ? Omit<Content, 'reason'> & { reasonHash: string }
  : never

/** Returns the content with the hash of its reason: what its signer signs. */
export function toMessageDraft(content: RelayContent): MessageDraft {
  if (!('reason' in content)) return content
  const { reason, ...rest } = content
  return { ...rest, reasonHash: hashReason(reason) }
}

/**
 * Completes the content of a message with what the chain knows: what a proposal does, the recovery
 * address. Throws `ApiFailure` when there is no such proposal, or when none can be opened.
 */
export async function loadConsentContent(
  context: Pick<Context, 'config' | 'flow'>,
  draft: MessageDraft,
): Promise<ConsentContent> {
  switch (draft.kind) {
    case 'proposal': {
      const { action: name, target, reasonHash } = draft
      return {
        kind: 'proposal',
        action: await readNewAction(context, { name, target }),
        reasonHash,
      }
    }
    case 'vote': {
      const votes = draft.votes.map(async ({ proposalId, support }) => {
        const action = await readProposalAction(context, proposalId)
        return { proposalId: BigInt(proposalId), action, support }
      })
      return { kind: 'vote', votes: await Promise.all(votes) }
    }
    case 'appeal':
      return { ...draft, against: toSignedSubject(draft.against) }
    case 'report':
    case 'report withdrawal':
    case 'vouch':
    case 'vouch withdrawal':
      return draft
  }
}

function toSignedSubject(against: RelayedSubject): AppealSubject {
  return 'flagNumber' in against
    ? { flagNumber: BigInt(against.flagNumber) }
    : { freezeNumber: BigInt(against.freezeNumber) }
}
