import { createHash } from 'node:crypto'
import { exportCaseAsErc1497, getCase } from '@app/api/routes/cases.ts'
import type { CaseEntry, CaseEntryKind, CaseFile, Erc1497 } from '@app/api/schemas/case.ts'
import { buildSuccessSchema } from '@app/api/schemas/envelope.ts'
import { toAddress } from '@app/values/address.ts'
import { toPlainText } from '@app/values/plain-text.ts'
import { formatWithheld } from '@app/values/withheld.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../api-failure.ts'
import { mountRoute } from '../http/mount-route.ts'
import { loadCaseFile } from './cases.ts'

const BODY: Record<string, unknown> = { ...buildSuccessSchema(getCase.data) }

export function mountErc1497Route(api: Api): void {
  mountRoute(api, { route: exportCaseAsErc1497 }, async ({ params }, _, reply) => {
    const { address, caseId } = params
    const data = await loadCaseFile(api.context, toAddress(address), caseId)
    if (data === null) throw new ApiFailure('case_not_found')
    const path = `/v1/cases/${data.address}/${encodeURIComponent(caseId)}?meta=false`
    // The same serializer writes the answer of that address.
    const fileBytes = reply.serializeInput({ data }, BODY)
    const fileUri = `${api.context.config.api.publicUrl}${path}`
    return { data: buildErc1497(data, { fileUri, fileBytes }) }
  })
}

/**
 * Returns a case, whose file is served at `fileUri`, in the shape of ERC-1497 (https://github.com/ethereum/EIPs/issues/1497): the whole case as the
 * document in dispute, and one evidence for each entry with a text or a signature. Every `fileHash` is the SHA-256
 * of `fileBytes`, and the fragment of a `fileURI` points to an entry in that file (RFC 6901), with the text of which the
 * description names the hash: the text of the description is without links. Pure.
 */
function buildErc1497(
  file: CaseFile,
  { fileUri, fileBytes }: { fileUri: string; fileBytes: string | Uint8Array },
): Erc1497 {
  const fileHash = createHash('sha256').update(fileBytes).digest('hex')
  const fileRef = { fileHash, fileTypeExtension: 'json' }
  return {
    metaEvidence: { ...buildContext(file), fileURI: fileUri, ...fileRef },
    evidence: file.entries.flatMap((entry, index) =>
      entry.textHash === null && entry.message === null
        ? []
        : [{ ...describeEntry(entry), fileURI: `${fileUri}#/data/entries/${index}`, ...fileRef }],
    ),
  }
}

function buildContext(file: CaseFile) {
  const { address, caseId, network, kind } = file
  const against = kind === 'freeze' ? 'The freeze of' : 'The accusation against'
  return {
    category: 'Wallet protection',
    title: `${against} ${address}, case ${caseId}`,
    description: describeCase(file),
    question: `Is what was decided against ${address} justified by the evidence of this case?`,
    rulingOptions: {
      type: 'single-select' as const,
      titles: ['Justified', 'Not justified'],
      descriptions: [
        'The evidence supports it: flag and freeze follow the rules as they stand.',
        `The evidence does not support it: flag and freeze of ${address} should be lifted on ${network}.`,
      ],
    },
    aliases: listAliases(file),
  }
}

function describeCase(file: CaseFile): string {
  const { network, contract, openedAt, isOpen, outcome, entryCount, headHash, reasonCode } = file
  return [
    `Opened at ${openedAt} by Dharma Guard on Flow ${network} (contract ${contract}).`,
    reasonCode === null ? 'Nothing was held against the wallet.' : `Reason: ${reasonCode}.`,
    isOpen ? `It is open (${outcome}).` : `It is over: ${outcome}.`,
    `The file has ${entryCount} entries, linked by hashes; the last hash is ${headHash}.`,
    'A ruling has no effect on the chain by itself.',
  ].join(' ')
}

/** Names the accounts by what they did first in the case. */
function listAliases({ address, entries }: CaseFile): Record<string, string> {
  const roles = entries.flatMap(({ by, kind }) => {
    const { role } = ENTRY_KINDS[kind]
    return by === null || role === undefined ? [] : [[by, role] as const]
  })
  // The first role of an account stays.
  return Object.fromEntries([...roles.toReversed(), [address, 'The wallet']])
}

/** What an entry is, and who makes it, unless that is the rules or the wallet itself. */
const ENTRY_KINDS: Readonly<Record<CaseEntryKind, { name: string; role?: string }>> = {
  inputs: { name: 'Inputs of a score' },
  warning: { name: 'Warning with its statement of reasons', role: 'The agent' },
  flag: { name: 'Flag with its statement of reasons', role: 'The flagger' },
  lift: { name: 'Lift of the flag', role: 'The flagger' },
  proposal: { name: 'Proposal and its reason', role: 'A proposer' },
  vote: { name: 'Vote', role: 'A voter' },
  voting_end: { name: 'End of voting' },
  execution: { name: 'Execution' },
  freeze: { name: 'Freeze' },
  freeze_end: { name: 'End of a freeze' },
  appeal: { name: 'Appeal of the wallet' },
  appeal_outcome: { name: 'Outcome of an appeal' },
  owner_statement: { name: 'Statement of the owner' },
  clearance: { name: 'Clearance', role: 'The agent' },
}

function describeEntry(
  entry: CaseEntry,
): Pick<Erc1497['evidence'][number], 'name' | 'description'> {
  const { number, kind, at, by, text, textHash, withheld, message, hash, txId } = entry
  const lines = [
    `Entry ${number} of ${at}${by === null ? '' : `, by ${by}`}.`,
    ...(withheld === null
      ? []
      : [
          `Text: ${formatWithheld({ at: Date.parse(withheld.at) / 1000, reason: withheld.reason })}`,
        ]),
    ...(text === null ? [] : [`Text: ${toPlainText(text)}`]),
    ...(textHash === null ? [] : [`SHA-256 of the text as the case file has it: ${textHash}.`]),
    ...(message === null
      ? []
      : [
          `Signed with ${message.signatures.length} keys, Flow domain tag FLOW-V0.0-user: ${message.text}`,
        ]),
    ...(txId === null ? [] : [`Transaction on Flow: ${txId}.`]),
    `Hash of the entry: ${hash}.`,
  ]
  return { name: `${number}. ${ENTRY_KINDS[kind].name}`, description: lines.join('\n') }
}
