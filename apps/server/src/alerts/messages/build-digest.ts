import type { AlertData, AlertMessage, AlertType } from '@app/api/schemas/alert/alert-data.ts'

/** Number of addresses that a digest lists. */
const LISTED_ADDRESSES = 20

/**
 * Builds one message instead of many of the same type. Accusations stay in it in full, whatever their
 * number: who watches an address hears of its accusation.
 */
export function buildDigest(messages: readonly AlertMessage[]): AlertMessage<'digest'> {
  const [first] = messages
  if (first === undefined) throw new RangeError('a digest needs messages')
  const last = messages.reduce((a, b) => (a.timestamp > b.timestamp ? a : b))
  const addresses = messages.flatMap(({ data }) => ('address' in data ? [data.address] : []))
  return {
    type: 'digest',
    timestamp: last.timestamp,
    data: {
      alertType: first.type satisfies AlertType,
      count: messages.length,
      addresses: [...new Set(addresses)].slice(0, LISTED_ADDRESSES),
      accusations: messages.flatMap(({ data }) => (isAccusation(data) ? [data] : [])),
    },
  }
}

type AccusingData = AlertData<'wallet.accused'> | AlertData<'wallet.reminder'>

const isAccusation = (data: AlertMessage['data']): data is AccusingData => 'statement' in data
