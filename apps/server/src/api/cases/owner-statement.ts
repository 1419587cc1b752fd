import { stateAsOwner } from '@app/api/routes/cases.ts'
import type { WalletSignature } from '@app/api/schemas/governance/proposal.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import type { Account } from '@app/flow/read/chain.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { formatMinute } from '@app/values/minute.ts'
import { hasStatement } from '../../cases/statements/read-owner-statement.ts'
import {
  type NewStatement,
  type StatementOutcome,
  writeOwnerStatement,
} from '../../cases/statements/write-owner-statement.ts'
import type { StoredMessage } from '../../db/tables/case-tables.ts'
import { toStoredSignature } from '../../governance/signatures/find-signatures.ts'
import { loadResponseMeta } from '../answers/load-response-meta.ts'
import type { Api } from '../api.ts'
import { readAccount, requireSignatures, requireValidity } from '../consent/check-consent.ts'
import { requireWallet } from '../consent/relay-message.ts'
import { waitForMirror } from '../consent/wait-for-mirror.ts'
import { ApiFailure } from '../failures/api-failure.ts'
import { mountRoute } from '../http/mount-route.ts'
import { buildRateLimit } from '../http/plugins.ts'
import { requirePlainText } from '../input/require-plain-text.ts'
import { loadCaseFile } from './load-case-file.ts'
import { buildStatementText, loadStatementSeries } from './statement-message.ts'

/** Mounts the route by which the owner of an accused wallet states something in a case. */
export function mountOwnerStatementRoute(api: Api): void {
  const { context, limits } = api
  const config = buildRateLimit(limits.writesPerMinute)
  mountRoute(api, { route: stateAsOwner, config }, async ({ params, body }, request) => {
    const { text } = body
    requirePlainText(text, 'text')
    const message = 'Connect your wallet to state something about this case'
    const wallet = requireWallet(api, request, { wallet: body.wallet, message })
    const address = requireOwner(toAddress(params.address), wallet)
    const { caseId } = params
    await state(api, { address, caseId, text, wallet })
    const key = { address, caseId, sequence: wallet.sequence }
    // Where the entry takes longer, the case without it is the answer: the statement is stored.
    const signal = AbortSignal.timeout(Math.ceil(limits.responseTimeoutMs / 2))
    await waitForMirror(
      api,
      async () => ((await hasStatement(context.db, key)) ? true : null),
      signal,
    )
    const data = await loadCaseFile(context, address, caseId)
    if (data === null) throw new ApiFailure('case_not_found')
    return { data, meta: await loadResponseMeta(api) }
  })
}

function requireOwner(address: Address, wallet: WalletSignature): Address {
  if (toAddress(wallet.address) === address) return address
  const message = `Only ${address} itself can state something in a case about it. Connect that wallet.`
  throw new ApiFailure('signature_refused', { message })
}

interface SignedStatement {
  address: Address
  caseId: string
  text: string
  wallet: WalletSignature
}

/** Verifies and stores a statement; one that is stored already stays valid, also after its end. */
async function state(api: Api, { address, caseId, text, wallet }: SignedStatement): Promise<void> {
  const { context } = api
  const series = await loadStatementSeries(context, { address, caseId })
  const account = await readAccount(context, address)
  const textHash = hashReason(text)
  const signer = {
    address,
    sequence: BigInt(wallet.sequence),
    validUntil: BigInt(wallet.validUntil),
  }
  const signedText = buildStatementText(context, signer, { caseId, textHash })
  requireSignatures(account, { address, signatures: wallet.signatures }, signedText)
  api.signerLimiter.count(address)
  if (series.lastSignedText === signedText) return
  requireValidity(wallet, series)
  const message = buildStoredMessage(account, wallet, signedText)
  const statement = { address, caseId, text, textHash, atMs: series.blockTimeMs, message }
  requireWritten(await writeOwnerStatement(context, statement), statement)
}

function buildStoredMessage(
  account: Account,
  wallet: WalletSignature,
  text: string,
): StoredMessage {
  const { sequence, validUntil } = wallet
  const signatures = wallet.signatures.flatMap(({ keyId, signature }) =>
    account.keys
      .filter(({ index }) => index === keyId)
      .map((key) => toStoredSignature(key, signature.toLowerCase())),
  )
  return { text, sequence, validUntil, signatures }
}

function requireWritten(outcome: StatementOutcome, { message }: NewStatement): void {
  switch (outcome.kind) {
    case 'written':
    case 'repeated':
      return
    case 'sequence_refused': {
      const sentence = `The next statement in this case has the sequence number ${outcome.expected}, not ${message.sequence}. Sign it again.`
      throw new ApiFailure('sequence_refused', { message: sentence })
    }
    case 'too_soon': {
      const from = formatMinute(BigInt(Math.ceil(outcome.fromMs / 60_000) * 60))
      const sentence = `A statement can be replaced once a day: this one from ${from} on.`
      throw new ApiFailure('statement_refused', { message: sentence })
    }
  }
}
