import { createClient } from '@app/api/client/client.ts'
import { publishScore } from '@app/api/routes/score.ts'
import { MEMBERS } from '../people/account-names.ts'
import type { Addresses } from '../seed/run-timeline.ts'
import type { EmulatorControl } from '../toolbox/emulator-control.ts'

/** Lets the agent publish the current scores of the members, each transaction in its own block. */
export async function publishMemberScores(
  api: string,
  { addresses, control }: { addresses: Addresses; control: EmulatorControl },
): Promise<void> {
  const client = createClient({ baseUrl: api })
  await control.setMode({ mode: 'auto' })
  const memberAddresses = MEMBERS.flatMap((name) => addresses.get(name) ?? [])
  await Promise.all(
    memberAddresses.map((address) => client.call(publishScore, { params: { address } })),
  )
}
