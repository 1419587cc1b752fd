import { createClient } from '@app/api/client.ts'
import { publishScore } from '@app/api/routes/score.ts'
import { MEMBERS } from '../people/cast.ts'
import type { Addresses } from '../seed/play.ts'
import type { Control } from '../toolbox/control.ts'

/** Has the agent publish the members' scores as they are now; each transaction makes its block. */
export async function publishMembers(
  api: string,
  { addresses, control }: { addresses: Addresses; control: Control },
): Promise<void> {
  const client = createClient({ baseUrl: api })
  await control.setMode({ mode: 'auto' })
  const known = MEMBERS.flatMap((name) => addresses.get(name) ?? [])
  await Promise.all(known.map((address) => client.call(publishScore, { params: { address } })))
}
