import { randomBytes } from 'node:crypto'
import {
  appointPublisher,
  claimPublisher,
  openSender,
} from '@app/contracts/transactions.generated.ts'
import { createSigner } from '@app/flow/keys/create-signer.ts'
import type { AgentAccount } from '@app/server/agent/keyring.ts'
import { toAddress } from '@app/values/address.ts'
import { parseUfix64 } from '@app/values/amount.ts'
import { FatalError } from '@app/values/errors.ts'
import type { Chain } from '../chain/create-chain.ts'
import { LIVE } from '../seed/seed-world.ts'
import type { Control } from '../toolbox/control.ts'

/** As many transactions can be on their way at once. */
const KEY_COUNT = 8

/** For fees; a publication costs less than a thousandth of it. */
const FLOW = parseUfix64('100.0')

/** Opens the agent's account with a private key that only it has, and lets it publish scores: two blocks. */
export async function openAgent({
  chain,
  control,
}: {
  chain: Chain
  control: Control
}): Promise<AgentAccount> {
  await control.setMode({ mode: 'manual' })
  const agent = await openAccount(chain, control)
  const { service } = chain
  const signer = createSigner({ ...agent, keyIndex: 0 })
  const appointment = appointPublisher({ publisher: agent.address })
  const sent = [
    await chain.send({ call: appointment, signers: [service.address] }),
    await chain.sendAs(signer, claimPublisher({ provider: service.address })),
  ]
  await control.commitBlocks()
  for (const txId of sent) await chain.settle(txId)
  await control.setMode(LIVE)
  return agent
}

async function openAccount(
  { send, settle, service }: Chain,
  control: Control,
): Promise<AgentAccount> {
  const privateKeyHex = randomBytes(32).toString('hex')
  const { publicKeyHex } = createSigner({ address: service.address, keyIndex: 0, privateKeyHex })
  const call = openSender({ publicKey: publicKeyHex, keyCount: KEY_COUNT, amount: FLOW })
  const txId = await send({ call, signers: [service.address] })
  await control.commitBlocks()
  const { events } = await settle(txId)
  const created = events.find(({ type }) => type === 'flow.AccountCreated')
  if (created === undefined) throw new FatalError(`Transaction ${txId} opened no account.`)
  return { address: toAddress(String(created.fields.address)), privateKeyHex }
}
