import type { SignedMessage } from '@app/api/schemas/vote-archive.ts'
import {
  buildConsentMessage,
  buildOwnerStatementMessage,
  type ConsentContent,
  type StatementContent,
} from '@app/contracts/consent-message.ts'
import { toAddress } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'
import { Allowed, refuse } from './check.ts'

/** What a message says, as the file states it beside the message. */
export type SignedContent = ConsentContent | ({ kind: 'owner statement' } & StatementContent)

interface Signed {
  contract: string
  network: Network
  signer: string
  sequence: number
  /** `null`: the file lacks the proposal that it is about. */
  content: SignedContent | null
}

/** Rebuilds a signed message from what the file states beside it. Its signatures are checked apart. */
export function rebuildMessage(message: SignedMessage, signed: Signed): object {
  const { sequence } = signed
  if (!isWholeMinute(message.validUntil)) return { ...message, sequence, validUntil: WHOLE_MINUTE }
  return { ...message, sequence, text: isUnread(message) ? '' : rebuildText(message, signed) }
}

const LAST_SECOND = 253_402_300_799

const isWholeMinute = (seconds: unknown): boolean =>
  typeof seconds === 'number' && seconds % 60 === 0 && seconds >= 0 && seconds <= LAST_SECOND

const WHOLE_MINUTE = new Allowed('a whole minute in Unix seconds', isWholeMinute)

/** Whether the server had not read the transaction yet. */
const isUnread = ({ text, problem, signatures }: SignedMessage): boolean =>
  text === '' && problem !== undefined && signatures.length === 0

function rebuildText({ text, validUntil }: SignedMessage, signed: Signed): unknown {
  const { content, contract, network, signer, sequence } = signed
  if (content === null) return refuse('a text that follows from the file, which lacks its proposal')
  const context = {
    ...{ network, contract: toAddress(contract), address: toAddress(signer) },
    ...{ sequence: BigInt(sequence), validUntil: BigInt(validUntil) },
  }
  if (content.kind === 'owner statement') return buildOwnerStatementMessage(context, content)
  const built = buildConsentMessage(context, content)
  return content.kind === 'vote' && carriesVote(text, built) ? text : built
}

/** Whether a text has the votes of another one, and beside them only votes. */
function carriesVote(text: string, alone: string): boolean {
  const [from, to] = [alone.indexOf('\nProposal: '), alone.lastIndexOf('\nVoter: ')]
  const [head, own, foot] = [alone.slice(0, from), alone.slice(from, to), alone.slice(to)]
  const votes = text.slice(head.length, -foot.length)
  const isFramed = text.startsWith(head) && text.endsWith(foot)
  return isFramed && votes.includes(own) && VOTES.test(votes.replace(own, ''))
}

const VOTES =
  /^(?:\nProposal: \d+\nAction: (?:freeze|unfreeze|recover)\nTarget: 0x[0-9a-f]{16}\n(?:(?:Flag|Freeze|Recovery address(?: since| before)?): [0-9a-z:UTC -]+\n)*Choice: (?:for|against))*$/
