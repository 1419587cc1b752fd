import { verifyAccountProof } from '@app/flow/proof/account-proof.ts'
import { verifySignatures } from '@app/flow/proof/verify-signatures.ts'
import type { Account, ChainEvent } from '@app/flow/read/chain.ts'
import { anyJson } from '@app/flow/testing/arbitrary-cadence.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { parseAddress } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkTargetUrl,
  isLoopbackAddress,
  isPublicAddress,
} from './alerts/guard/check-target-url.ts'
import { readSessionCookie } from './api/users/session-cookie.ts'
import { parseLetter } from './cosigner/mailbox/parse-letter.ts'
import { decodeTransaction } from './indexer/decode/decode-transaction.ts'
import { getEventKindByType } from './indexer/decode/event-kinds.ts'
import { parseLabels } from './labels/import-label-file.ts'

const ACCOUNT = computeAddressAtIndex(10, 'local')

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 60 }),
  anyJson.map((value) => JSON.stringify(value) ?? ''),
)

it('a cookie is a session token of 64 hex digits, or none', () => {
  const part = fc.oneof(
    anyText,
    fc.stringMatching(/^dharma_session=[0-9a-f]{62,66}$/),
    fc.constantFrom('dharma_session=', 'x=dharma_session', '%00', '=;='),
  )
  const cookie = fc.array(part, { maxLength: 4 }).map((parts) => parts.join('; '))
  fc.assert(
    fc.property(cookie, (text) => {
      const token = readSessionCookie({ headers: { cookie: text } })
      if (token !== null) expect(token).toMatch(/^[0-9a-f]{64}$/)
    }),
  )
})

describe('the URL of a webhook', () => {
  const url = fc.oneof(
    anyText,
    fc.webUrl({ validSchemes: ['http', 'https', 'ftp'], withQueryParameters: true }),
    fc
      .tuple(
        fc.oneof(
          fc.ipV4Extended(),
          fc.ipV6().map((ip) => `[${ip}]`),
        ),
        fc.nat(70_000),
        anyText,
      )
      .map(([host, port, path]) => `https://${host}:${port}/${path}`),
  )

  it('is refused with a sentence, or is https to what may be the public internet', () => {
    fc.assert(
      fc.property(url, (text) => {
        const checked = checkTargetUrl(text, { allowsLoopback: false })
        if (checked.kind === 'refused') {
          expect(checked.problem).toMatch(/^[A-Z].+\.$/)
          return
        }
        const host = checked.url.hostname.replace(/^\[|\]$/g, '')
        expect(checked.url.protocol).toBe('https:')
        expect(checked.url.username + checked.url.password).toBe('')
        expect(isLoopbackAddress(host)).toBe(false)
        if (/^[\d.]+$|:/.test(host)) expect(isPublicAddress(host)).toBe(true)
      }),
    )
  })
})

it('a list of labels is read, or has one problem for each wrong line', () => {
  const field = fc.oneof(anyJson, fc.constantFrom(ACCOUNT, 'scam', 'service', 0.9, 'Example list'))
  const names = ['address', 'kind', 'source', 'confidence', 'reason', 'contact'] as const
  const object = fc.dictionary(fc.constantFrom(...names, '__proto__', 'more'), field)
  const line = fc.oneof(
    anyText.map((text) => text.replaceAll('\n', ' ')),
    object.map((value) => JSON.stringify(value)),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 4 }), (lines) => {
      const parsed = parseLabels(Buffer.from(lines.join('\n')), 646)
      if ('problems' in parsed) {
        expect(parsed.problems.length).toBeLessThanOrEqual(lines.length)
        for (const problem of parsed.problems) expect(problem).toMatch(/^line \d+: /)
      } else for (const { address } of parsed.labels) expect(parseAddress(address)).toBe(address)
    }),
  )
})

it('a letter of another signer is read, or has a problem', () => {
  const letter = fc.record({
    writer: anyText,
    topic: fc.oneof(
      anyText,
      fc.nat().map((id) => `proposal ${id}`),
      fc.constant('proposal 1e5'),
    ),
    text: anyText,
  })
  fc.assert(
    fc.property(letter, (given) => {
      const parsed = parseLetter(given as Parameters<typeof parseLetter>[0])
      if ('problem' in parsed) expect(parsed.problem).not.toBe('')
      else expect(Number.isSafeInteger(parsed.proposalId)).toBe(true)
    }),
  )
})

describe('a signed message', () => {
  const key = fc.record({
    index: fc.nat(2),
    publicKeyHex: fc.oneof(anyText, fc.stringMatching(/^[0-9a-f]{128}$/)),
    signatureAlgorithm: fc.constantFrom('ECDSA_P256', 'ECDSA_secp256k1', 'constructor', ''),
    hashAlgorithm: fc.constantFrom('SHA3_256', 'SHA2_256', '__proto__', ''),
    weight: fc.integer({ min: 0, max: 1_000 }),
    isRevoked: fc.boolean(),
    sequenceNumber: fc.nat(),
  })
  const signature = fc.record({
    addr: fc.oneof(anyText, fc.constant(ACCOUNT)),
    keyId: fc.nat(2),
    signature: fc.oneof(anyText, fc.stringMatching(/^[0-9a-f]{128}$/)),
  })
  const account: fc.Arbitrary<Account> = fc.record({
    address: fc.constant(ACCOUNT),
    balanceUnits: fc.constant(0n),
    keys: fc.array(key, { maxLength: 3 }),
  })

  it('is never valid by chance, and never throws', () => {
    fc.assert(
      fc.property(
        account,
        fc.array(signature, { maxLength: 3 }),
        anyText,
        (owner, signed, text) => {
          const message = Buffer.from(text)
          expect(verifySignatures(owner, message, signed).isValid).toBe(false)
          const proof = { appIdentifier: text, address: ACCOUNT, nonce: text }
          expect(verifyAccountProof(owner, proof, signed).isValid).toBe(false)
        },
      ),
    )
  })
})

describe('events of a transaction', () => {
  const types = [...getEventKindByType('local').keys(), 'A.0000000000000001.Other.Event']
  const names = [
    ...['type', 'amount', 'from', 'to', 'fromUUID', 'toUUID', 'withdrawnUUID', 'depositedUUID'],
    ...['balanceAfter', 'id', 'uuid', 'fees', 'address', 'publicKey', 'contract', '__proto__'],
  ]
  const value = fc.oneof(
    anyJson,
    fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
    fc.constantFrom(ACCOUNT, 'A.0ae53cb6e3f42a79.FlowToken.Vault', 1n, 2n, null),
  )
  const event = fc.record({
    type: fc.constantFrom(...types),
    fields: fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 14 }),
  })

  it('are decoded, or are a FatalError that names the event', () => {
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 4 }), (given) => {
        const events = given.map(
          (one, eventIndex): ChainEvent => ({
            ...one,
            txId: 'ab'.repeat(32),
            height: 7,
            blockId: 'block-7',
            blockTimeMs: 0,
            txIndex: 2,
            eventIndex,
          }),
        )
        try {
          decodeTransaction(events as [ChainEvent, ...ChainEvent[]], 'local')
        } catch (error) {
          expect(error).toBeInstanceOf(FatalError)
          expect((error as Error).message).toContain('of transaction abab')
        }
      }),
    )
  })
})
