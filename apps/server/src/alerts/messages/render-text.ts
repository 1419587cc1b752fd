import type { AlertData, AlertMessage } from '@app/api/schemas/alert-data.ts'
import { cutToUnits } from '@app/values/cut-text.ts'
import { formatMinute } from '@app/values/time.ts'

/** Characters of a message; Discord takes 2,000. */
const MAX_LENGTH = 1_900

/**
 * Renders a message for people in a chat: sentences, and the link to the wallet. `toPlain` makes plain what may contain
 * texts of people.
 */
export function renderText(message: AlertMessage, toPlain: (text: string) => string): string {
  const { data } = message
  const link = 'links' in data ? `\n${data.links.wallet}` : ''
  const text = toPlain(describeMessage(message))
  const room = MAX_LENGTH - link.length
  return (text.length > room ? `${cutToUnits(text, room - 1)}…` : text) + link
}

type DataOf<T extends AlertMessage['type']> = AlertData<T>

const SENTENCES: { [T in AlertMessage['type']]: (data: DataOf<T>) => string } = {
  'wallet.accused': ({ address, action, reason }) =>
    `Dharma Guard ${ACTIONS[action].verb} ${address}. ${reason} ${ACTIONS[action].remedy}`,
  'wallet.reminder': ({ address, openSince }) =>
    `The accusation of ${address} by Dharma Guard still stands, since ${toMinute(openSince)}.`,
  'wallet.cleared': ({ address, cause }) =>
    `Dharma Guard withdrew its accusation of ${address}: ${cause}. It was wrong, or holds no more.`,
  'wallet.level_changed': ({ address, score, riskLevel, riskLevelBefore, cause }) =>
    `${cause === 'rules' ? 'The rules changed. ' : ''}The score of ${address} is now ${score} of 100 (${riskLevel}${riskLevelBefore === null ? '' : `, before ${riskLevelBefore}`}).`,
  'wallet.active_again': ({ address, quietDays }) =>
    `${address} signed a transaction, after ${quietDays} days without one.`,
  'pipeline.delayed': ({ delayedSince }) =>
    `Alerts of Dharma Guard come late: no block was indexed in time since ${toMinute(delayedSince)}.`,
  'pipeline.recovered': ({ delayedSince }) =>
    `Alerts of Dharma Guard come in time again. The delay began at ${toMinute(delayedSince)}.`,
  digest: ({ alertType, count, addresses }) =>
    `${count} alerts of Dharma Guard of the kind ${alertType}, about ${addresses.join(', ')}${count > addresses.length ? ' and others' : ''}.`,
  'webhook.test': () => 'This is a test of Dharma Guard. Nothing happened to any wallet.',
  'webhook.challenge': ({ challenge }) =>
    `Somebody wants alerts of Dharma Guard here. The code is ${challenge}. If that was you, type it where you added this channel, within 10 minutes. Otherwise do nothing.`,
  'webhook.unconfirmed': ({ url }) => `The webhook to ${url} is not confirmed.`,
}

const toMinute = (time: string) => formatMinute(BigInt(Math.floor(Date.parse(time) / 1000)))

/** What was done, and what the owner of the wallet can do. Only flags and freezes can be appealed. */
const ACTIONS: Readonly<
  Record<DataOf<'wallet.accused'>['action'], { verb: string; remedy: string }>
> = {
  warn: {
    verb: 'warns about',
    remedy: 'Its owner can state its side, and appeal if a flag follows.',
  },
  flag: { verb: 'flagged', remedy: 'Its owner can appeal.' },
  propose_freeze: {
    verb: 'proposes to freeze',
    remedy: 'Its owner can state its side, and appeal if a freeze follows.',
  },
}

const describeMessage = <T extends AlertMessage['type']>({ type, data }: AlertMessage<T>): string =>
  SENTENCES[type](data)
