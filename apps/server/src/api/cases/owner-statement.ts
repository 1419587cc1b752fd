import { stateAsOwner } from '@app/api/routes/cases.ts'
import type { WalletSignature } from '@app/api/schemas/proposal.ts'
import {
  buildOwnerStatementMessage,
  STATEMENT_VALIDITY_SECONDS,
  type StatementContent,
} from '@app/contracts/consent-message.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import type { Account } from '@app/flow/read/chain.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { formatTime } from '@app/values/time.ts'
import {
  type CaseKey,
  hasCase,
  hasStatement,
  type NewStatement,
  readLastStatement,
  type StatementOutcome,
  writeOwnerStatement,
} from '../../cases/write-owner-statement.ts'
import type { StoredMessage } from '../../db/tables/case-tables.ts'
import { loadIndexedTip } from '../../facts/load-indexed-tip.ts'
import { toStoredSignature } from '../../governance/signatures/find-signatures.ts'
import type { Context } from '../../runtime/context.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../api-failure.ts'
import {
  getConsentContract,
  readAccount,
  requireSignatures,
  requireValidity,
} from '../consent/check-consent.ts'
import type { SeriesState } from '../consent/load-consent-content.ts'
import { requireWallet, waitForMirror } from '../consent/relay-message.ts'
import { mountRoute } from '../http/mount-route.ts'
import { loadResponseMeta } from '../load-response-meta.ts'
import { loadCaseFile } from './cases.ts'

/** The numbers of the statements of one case, at the latest indexed block. */
interface StatementSeries extends SeriesState {
  /** Unix milliseconds. */
  blockTimeMs: number
  /** The text that was signed for the statement that counts; `null` before the first. */
  lastSignedText: string | null
}

interface SignedStatement {
  address: Address
  caseId: string
  text: string
  wallet: WalletSignature
}

export function mountOwnerStatementRoute(api: Api): void {
  const { context, limits } = api
  mountRoute(api, { route: stateAsOwner }, async ({ params, body }, request) => {
    const { text } = body
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

/** Verifies and stores a statement; one that is stored already stays valid, also after its end. */
async function state(api: Api, { address, caseId, text, wallet }: SignedStatement): Promise<void> {
  const { context } = api
  const series = await loadStatementSeries(context, { address, caseId })
  const account = await readAccount(context, address)
  const textHash = hashReason(text)
  const signedText = buildStatementText(context, { ...wallet, address }, { caseId, textHash })
  requireSignatures(account, { address, signatures: wallet.signatures }, signedText)
  api.signerLimiter.count(address)
  if (series.lastSignedText === signedText) return
  requireValidity(wallet, series)
  const message = buildStoredMessage(account, wallet, signedText)
  const statement = { address, caseId, text, textHash, atMs: series.blockTimeMs, message }
  requireWritten(await writeOwnerStatement(context, statement), statement)
}

/** Loads the numbers of a case's statements. Throws `ApiFailure` when there is no such case. */
export async function loadStatementSeries(
  context: Pick<Context, 'db' | 'rules'>,
  key: CaseKey,
): Promise<StatementSeries> {
  const tip = await loadIndexedTip(context)
  if (tip === null || !(await hasCase(context.db, key))) throw new ApiFailure('case_not_found')
  const last = await readLastStatement(context.db, key)
  return {
    lastSequence: last?.sequence ?? 0,
    blockTime: Math.floor(tip.timeMs / 1000),
    blockTimeMs: tip.timeMs,
    lastSignedText: last?.signedText ?? null,
    maxValidity: Number(STATEMENT_VALIDITY_SECONDS),
  }
}

export const buildStatementText = (
  context: Pick<Context, 'config'>,
  {
    address,
    sequence,
    validUntil,
  }: { address: Address } & Pick<WalletSignature, 'sequence' | 'validUntil'>,
  statement: StatementContent,
): string =>
  buildOwnerStatementMessage(
    {
      contract: getConsentContract(context),
      network: context.config.network,
      address,
      sequence: BigInt(sequence),
      validUntil: BigInt(validUntil),
    },
    statement,
  )

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
    case 'sequence_refused':
      throw new ApiFailure('sequence_refused', {
        message: `The next statement in this case has the sequence number ${outcome.expected}, not ${message.sequence}. Sign it again.`,
      })
    case 'too_soon': {
      const from = formatTime(Math.ceil(outcome.fromMs / 60_000) * 60_000)
      throw new ApiFailure('statement_refused', {
        message: `A statement can be replaced once a day: this one from ${from} on.`,
      })
    }
  }
}
