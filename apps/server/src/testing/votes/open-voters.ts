import { resolveImports } from '@app/contracts/resolve-imports.ts'
import { arg } from '@app/flow/decode/cadence-arg.ts'
import { createSigner } from '@app/flow/keys/create-signer.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import type { GovernanceChain } from '../../agent/testing/open-governance-chain.ts'
import { createIndependentWallet, type IndependentWallet } from '../independent-wallet.ts'

const OPEN_ACCOUNTS = `
transaction(publicKeys: [String]) {
    prepare(payer: auth(BorrowValue) &Account) {
        for publicKey in publicKeys {
            Account(payer: payer).keys.add(
                publicKey: PublicKey(
                    publicKey: publicKey.decodeHex(),
                    signatureAlgorithm: SignatureAlgorithm.ECDSA_P256
                ),
                hashAlgorithm: HashAlgorithm.SHA3_256,
                weight: 1000.0
            )
        }
    }
}`

const PUBLISH_SCORES = `
import "DharmaScore"

transaction(addresses: [Address], factor: UInt64, evidenceHash: String, blockHeight: UInt64) {
    prepare(signer: auth(CopyValue) &Account) {
        let publisher = signer.storage
            .copy<Capability<auth(DharmaScore.Publish) &DharmaScore.Publisher>>(from: DharmaScore.publisherStoragePath)!
            .borrow()!
        for address in addresses {
            publisher.publish(
                address: address,
                factors: [factor, factor, factor, factor, factor, factor],
                version: "0.9.0",
                evidenceHash: evidenceHash,
                blockHeight: blockHeight
            )
        }
    }
}`

/** Below the computation limit of a transaction. */
const PER_TRANSACTION = 25

/** Opens accounts, each with a key of its own. */
export async function openVoters(
  chain: GovernanceChain,
  count: number,
): Promise<IndependentWallet[]> {
  const wallets = Array.from({ length: count }, () =>
    createIndependentWallet(chain.service.address),
  )
  const voters: IndependentWallet[] = []
  for (const batch of toBatches(wallets)) {
    const keys = arg.array(batch.map(({ publicKeyHex }) => arg.string(publicKeyHex)))
    const { events, error } = await chain.run({
      cadence: OPEN_ACCOUNTS,
      args: [keys],
      proposer: chain.service,
    })
    if (error !== null) throw new Error(`no accounts were opened: ${error.text}`)
    const opened = events.filter(({ type }) => type === 'flow.AccountCreated')
    for (const [index, wallet] of batch.entries()) {
      voters.push({ ...wallet, address: toAddress(String(opened[index]?.fields.address)) })
    }
  }
  return voters
}

interface Publication {
  addresses: readonly Address[]
  /** 0 to 100. */
  score: number
  /** Differs from that of the records before. */
  evidenceHash: string
}

/** Publishes one score for many addresses, as the agent does for each of them. */
export async function publishScores(chain: GovernanceChain, publication: Publication) {
  const { addresses, score, evidenceHash } = publication
  const proposer = createSigner({ ...chain.agent, keyIndex: 0 })
  for (const batch of toBatches(addresses)) {
    const { height } = await chain.reader.getLatestBlock()
    const args = [
      arg.array(batch.map(arg.address)),
      arg.integer('UInt64', score * 100),
      arg.string(evidenceHash),
      arg.integer('UInt64', height),
    ]
    const cadence = resolveImports(PUBLISH_SCORES, 'local')
    const { error } = await chain.run({ cadence, args, proposer })
    if (error !== null) throw new Error(`no scores were published: ${error.text}`)
  }
}

function toBatches<Item>(items: readonly Item[]): Item[][] {
  const batches: Item[][] = []
  for (let at = 0; at < items.length; at += PER_TRANSACTION) {
    batches.push(items.slice(at, at + PER_TRANSACTION))
  }
  return batches
}
