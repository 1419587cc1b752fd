import type { AlertData, AlertMessage } from '@app/api/schemas/alert/alert-data.ts'
import type { Address } from '@app/values/address.ts'
import type { TakenNotice } from '../../agent/write-taken-notices.ts'
import type { AgentNotice } from '../../db/tables/agent-statements.ts'
import { buildAccusation } from './build-accusation.ts'
import { buildMessage } from './build-message.ts'
import type { LinkBuilder } from './links.ts'

type NoticeOf<Kind extends AgentNotice['kind']> = Extract<AgentNotice, { kind: Kind }>

/** Where a notice is about. */
interface NoticeScene extends Pick<TakenNotice, 'address' | 'atMs' | 'caseId'> {
  links: LinkBuilder
}

/** Builds the message that tells subscribers of a notice of the agent. */
export function buildNoticeMessage(taken: TakenNotice, links: LinkBuilder): AlertMessage {
  const scene = { ...taken, links }
  const { notice, atMs } = taken
  switch (notice.kind) {
    case 'level_changed':
      return buildMessage('wallet.level_changed', atMs, buildLevelChanged(notice, scene))
    case 'accused':
      return buildMessage('wallet.accused', atMs, buildAccused(notice, scene))
    case 'cleared':
      return buildMessage('wallet.cleared', atMs, buildCleared(notice, scene))
  }
}

function buildLevelChanged(
  notice: NoticeOf<'level_changed'>,
  { address, links }: NoticeScene,
): AlertData<'wallet.level_changed'> {
  const { score, scoreBefore, riskLevel, riskLevelBefore, evidenceHash } = notice
  return {
    address,
    score,
    scoreBefore,
    riskLevel,
    riskLevelBefore,
    evidenceHash,
    links: { wallet: links.wallet(address) },
  }
}

function buildAccused(
  { action, reason, txId, statement }: NoticeOf<'accused'>,
  scene: NoticeScene,
): AlertData<'wallet.accused'> {
  const { links, ...accusation } = buildAccusation({ ...scene, checkedMs: scene.atMs, statement })
  const transaction = txId === null ? {} : { transaction: scene.links.transaction(txId) }
  return { ...accusation, action, reason, txId, links: { ...links, ...transaction } }
}

function buildCleared(
  { cause, clearance }: NoticeOf<'cleared'>,
  { address, caseId, links }: NoticeScene,
): AlertData<'wallet.cleared'> {
  const { text, keyIndex, signature } = clearance
  const signer: Address = clearance.address
  return {
    address,
    caseId,
    cause,
    clearance: { text, address: signer, keyIndex, signature },
    links: { wallet: links.wallet(address) },
  }
}
