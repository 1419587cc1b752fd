const PREFIX =
  /^(?:(?:panic|assertion failed|pre-condition failed|post-condition failed): )?(?:Dharma\w+: )?/

/** Returns the sentence of a contract's error without the names of Cadence's error and the contract. */
export function formatContractSentence(message: string): string {
  const text = message.replace(PREFIX, '').trim()
  const sentence = text.startsWith('0x') ? text : text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}
