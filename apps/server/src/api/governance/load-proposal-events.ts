import { PROPOSAL_EVENT } from '@app/api/schemas/stream/stream.ts'
import { parseAddress } from '@app/values/address.ts'
import { readAddress } from '../../governance/read-proposals.ts'
import { loadResponseMeta } from '../answers/load-response-meta.ts'
import type { Api } from '../api.ts'
import { formatEvent } from '../streams/sse.ts'
import { loadProposal } from './to-proposal.ts'

/**
 * Loads the stream events of the proposals that a change concerns. `subject` is the number of a
 * proposal or the address of their target.
 */
export async function loadProposalEvents(
  api: Pick<Api, 'context' | 'node'>,
  subject: string,
): Promise<string[]> {
  const ids = await listProposalIds(api, subject)
  const meta = await loadResponseMeta(api)
  const proposals = await Promise.all(ids.map((id) => loadProposal(api.context, id)))
  return proposals
    .filter((proposal) => proposal !== null)
    .map((data) => formatEvent({ event: PROPOSAL_EVENT, data: { data, meta } }))
}

async function listProposalIds(
  { context }: Pick<Api, 'context'>,
  subject: string,
): Promise<number[]> {
  const address = parseAddress(subject)
  if (address === null) return /^\d+$/.test(subject) ? [Number(subject)] : []
  const { proposals } = await readAddress(context, address)
  return proposals.map(({ ballot }) => ballot.id)
}
