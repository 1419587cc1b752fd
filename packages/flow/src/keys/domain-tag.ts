const TAG_BYTES = 32

/**
 * Kinds of messages that Flow keys sign; the tag prevents that a signature for one use is valid for
 * another.
 */
export type DomainTag = 'FLOW-V0.0-transaction' | 'FLOW-V0.0-user' | 'FCL-ACCOUNT-PROOF-V0.0'

/** Prepends the domain tag, padded with zeros to 32 bytes, to the message. */
export function prependDomainTag(tag: DomainTag, message: Uint8Array): Uint8Array {
  const tagged = new Uint8Array(TAG_BYTES + message.length)
  tagged.set(new TextEncoder().encode(tag))
  tagged.set(message, TAG_BYTES)
  return tagged
}
