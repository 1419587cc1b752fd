import { getProtection } from '@app/api/routes/governance.ts'
import type { Protection } from '@app/api/schemas/protection.ts'
import { type AppealState, getRecoverableFrom } from '@app/rules/protection-state.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { toPlainText } from '@app/values/plain-text.ts'
import { toIsoTime } from '@app/values/time.ts'
import { readAccusation } from '../../agent/decision/read-situation.ts'
import { readCaseOfFlag } from '../../agent/read-own-flag.ts'
import { readAppealCases } from '../../cases/read-case.ts'
import { type AddressView, isOpen, readAddress } from '../../governance/read-proposals.ts'
import { readLabels } from '../../labels/read-labels.ts'
import type { Context } from '../../runtime/context.ts'
import type { Api } from '../api.ts'
import { mountData } from '../http/mount-route.ts'
import { describeClearing, describeRemedies } from './describe-remedies.ts'

export const mountProtectionRoutes = (api: Api): void =>
  mountData(api, getProtection, ({ params }) =>
    loadProtection(api.context, toAddress(params.address)),
  )

/** Loads accusation, flag, freeze, appeals and recovery of a wallet, as they stand at the latest block. */
async function loadProtection(
  context: Pick<Context, 'db' | 'config'>,
  address: Address,
): Promise<Protection> {
  const view = await readView(context, address)
  const { state } = view
  const found = await readAccusation(context, address)
  const accusation = found && {
    caseId: found.caseId,
    reasonCode: found.reasonCode,
    since: new Date(found.openedMs).toISOString(),
    statement: found.statement,
  }
  const all = await readLabels(context, address)
  const labels = all.filter(({ kind, removed }) => kind === 'scam' && removed === null)
  const standing = { state, accusation, clearsAt: found?.clearsAt ?? null, labels }
  const appealCases = await readAppealCases(context.db, address)
  return {
    address,
    accusation,
    flag: toFlag(view),
    freeze: toFreeze(view),
    appeals: state.appeals
      .toReversed()
      .map((appeal) => toAppeal(appeal, appealCases.get(appeal.id) ?? appeal.caseId)),
    labels: labels.map(({ source, kind, reason, addedAt, confidence, contact }) => ({
      source,
      kind,
      reason: toPlainText(reason),
      since: addedAt.toISOString(),
      confidence,
      contact,
    })),
    clearing: describeClearing(standing),
    remedies: describeRemedies(standing),
    recovery: toRecovery(view),
  }
}

/** Reads an address; its flag has the id of its own case where another flagger names one of the agent. */
async function readView(context: Pick<Context, 'db'>, address: Address): Promise<AddressView> {
  const view = await readAddress(context, address)
  const { flag } = view.state
  if (flag === null) return view
  const caseId = await readCaseOfFlag(context.db, { address, ...flag })
  return { ...view, state: { ...view.state, flag: { ...flag, caseId } } }
}

function toFlag({ state: { flag } }: AddressView): Protection['flag'] {
  if (flag === null) return null
  const { number, caseId, reasonCode, flagger, flaggedAt } = flag
  return { number, caseId, reasonCode, flagger, since: toIsoTime(flaggedAt) }
}

function toFreeze({ state }: AddressView): Protection['freeze'] {
  const { freeze, freezeEnd, freezeOverruledAt } = state
  if (freeze === null || freezeEnd === null) return null
  return {
    number: freeze.number,
    since: toIsoTime(freeze.since),
    renewedAt: toIsoTime(freeze.renewedAt),
    until: toIsoTime(freezeEnd),
    overruledAt: freezeOverruledAt === null ? null : toIsoTime(freezeOverruledAt),
    proposalId: freeze.proposalId,
    isProtection: freeze.flagCaseId === null,
  }
}

/** The case of an appeal against a freeze is absent for a moment. */
function toAppeal(appeal: AppealState, caseId: string | null): Protection['appeals'][number] {
  const { id, flagNumber, freezeNumber, outcome, openedAt, deadline } = appeal
  return {
    id,
    against: flagNumber === null ? 'freeze' : 'flag',
    number: flagNumber ?? freezeNumber ?? 0,
    outcome,
    openedAt: toIsoTime(openedAt),
    deadline: toIsoTime(deadline),
    ...(caseId !== null && { caseId }),
  }
}

/** The recovery that is approved, else the newest on which votes are counted: others can be proposed at any time. */
function toRecovery({ state, proposals }: AddressView): Protection['recovery'] {
  const recoveries = proposals.filter(({ action }) => action === 'recover')
  const recovery = recoveries.find(({ status }) => status === 'approved') ?? recoveries.find(isOpen)
  if (recovery === undefined) return null
  const from = getRecoverableFrom(state)
  return {
    proposalId: recovery.ballot.id,
    status: recovery.status,
    executableFrom: from === null ? null : toIsoTime(Math.max(from, recovery.ballot.votingEndsAt)),
  }
}
