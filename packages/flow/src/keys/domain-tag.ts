const TAG_BYTES = 32

/** What a Flow key may sign; the tag keeps a signature for one use from serving another. */
export type DomainTag = 'FLOW-V0.0-transaction' | 'FLOW-V0.0-user' | 'FCL-ACCOUNT-PROOF-V0.0'

/** The message behind its domain tag, which is padded with zeros to 32 bytes. */
export function withDomainTag(tag: DomainTag, message: Uint8Array): Uint8Array {
  const tagged = new Uint8Array(TAG_BYTES + message.length)
  tagged.set(new TextEncoder().encode(tag))
  tagged.set(message, TAG_BYTES)
  return tagged
}
