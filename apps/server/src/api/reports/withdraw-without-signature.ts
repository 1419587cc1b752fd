import type { Relayed } from '@app/api/schemas/action.ts'
import { toAddress } from '@app/values/address.ts'
import type { FastifyRequest } from 'fastify'
import { recordFlagWithdrawal } from '../../agent/request-entry.ts'
import { loadIndexedTip } from '../../facts/load-indexed-tip.ts'
import { withdrawReport } from '../../labels/report.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../failures/api-failure.ts'
import { formatReportId } from './flag-without-signature.ts'
import { identifyVisitor, readOwnSession } from './identify-reporter.ts'

/**
 * Withdraws the report of the session's wallet about a target, or else that of the visitor. Throws
 * `ApiFailure`, with `message`, when there is neither.
 */
export async function withdrawWithoutSignature(
  api: Api,
  { targetAddress, message }: { targetAddress: string; message: string },
  request: FastifyRequest,
): Promise<Relayed> {
  const { db } = api.context
  const target = toAddress(targetAddress)
  const session = await readOwnSession(api, request)
  const atMs = (await loadIndexedTip(api.context))?.timeMs ?? 0
  const visitor = identifyVisitor(request)
  const reporters =
    session === null ? [visitor] : [{ kind: 'wallet', address: session.address } as const, visitor]
  const withdrawn = await db.transaction().execute(async (queries) => {
    for (const reporter of reporters) {
      const report = await withdrawReport(queries, { target, reporter, atMs })
      if (report === null) continue
      const wallet = 'address' in reporter ? reporter.address : null
      await recordFlagWithdrawal(queries, { target, wallet, caseId: report.caseId })
      return report
    }
    return null
  })
  if (withdrawn === null) throw new ApiFailure('wallet_required', { message })
  return { id: formatReportId(withdrawn), targetAddress: target, caseId: withdrawn.caseId }
}
